import type { Entity } from '@tandem/domain/core/entity';
import type { FiltersOf } from '../postgres/params.js';
import type { View } from '../view/view.js';
import type { TableSchema } from './table.js';

/** What a store keeps, and how its list is filtered: by each filter that its port names. */
export type Shape<E extends Entity, F extends object = object> = {
  table: TableSchema<E>;
  view: View<E>;
  /** Filters that no index answers: each page then scans a limited number of rows, newest first. */
  searches?: readonly (keyof F)[];
} & ([keyof F] extends [never] ? { filters?: undefined } : { filters: FiltersOf<F> });
