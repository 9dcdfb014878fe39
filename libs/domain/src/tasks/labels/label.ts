import { caseFolded } from '../../core/case-folding.js';
import { Entity } from '../../core/entity.js';

export interface LabelFields {
  name?: string;
  color?: string;
  description?: string | null;
}

/** Marks tasks in any project. */
export class Label extends Entity {
  static readonly resourceType = 'label';
  static override readonly channels = ['tasks'];
  name!: string;
  color!: string;
  description: string | null = null;
  /** Unique in the tenant. */
  foldedName!: string;

  constructor(fields: LabelFields & { name: string; color: string }) {
    super();
    this.take(fields);
    this.record('created');
  }

  update(fields: LabelFields): void {
    this.take(fields);
    this.recordChange();
  }

  delete(): void {
    this.record('deleted');
  }

  private take(fields: LabelFields): void {
    this.assign(fields);
    this.foldedName = caseFolded(this.name.trim());
  }
}
