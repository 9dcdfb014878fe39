import type { Label } from '@tandem/domain/tasks/labels/label';
import type { LabelFilters, Labels } from '@tandem/domain/tasks/labels/labels.port';
import { contains } from '@tandem/platform/postgres/filters';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { storeOf } from '@tandem/platform/store/store-of';
import { labelFields } from './label.fields.js';

export class SqlLabels
  extends storeOf(SqlStore<Label, LabelFilters>, { ...labelFields, filters: { q: contains('name', 'description') } })
  implements Labels {}
