import { Store } from '../../core/store.js';
import type { Label } from './label.js';

export interface LabelFilters {
  q?: string;
}

export abstract class Labels extends Store<Label, LabelFilters> {}
