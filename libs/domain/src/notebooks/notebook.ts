import { clock } from '../core/clock.js';
import type { DefaultCandidate } from '../core/default-candidate.js';
import { Entity } from '../core/entity.js';
import { conflict } from '../core/errors.js';

/** `null` clears optional fields; name, position and `is_default` keep their values. */
export interface NotebookFields {
  name?: string | null;
  description?: string | null;
  color?: string | null;
  isDefault?: boolean | null;
  parentId?: string | null;
  position?: number | null;
  metadata?: unknown;
}

/** A container of notes. Exactly one per tenant is the default, for notes created without a notebook. */
export class Notebook extends Entity implements DefaultCandidate {
  static readonly resourceType = 'notebook';
  name!: string;
  description: string | null = null;
  color: string | null = null;
  parentId: string | null = null;
  position = 0;
  isDefault = false;
  metadata: unknown = {};
  deletedAt: Date | null = null;

  constructor(fields: NotebookFields & { name: string }) {
    super();
    this.take(fields);
    this.record('created');
  }

  override get channels(): string[] {
    return ['notes', ...this.within('notebook', this.id)];
  }

  update(fields: NotebookFields): void {
    if (this.isDefault && fields.isDefault === false) throw isTheDefault();
    this.take(this.patched(fields));
    this.recordChange();
  }

  unsetDefault(): void {
    this.isDefault = false;
    this.recordChange();
  }

  moveUp(parentId: string | null): void {
    if (this.deletedAt) return;
    this.parentId = parentId;
    this.recordChange();
  }

  delete(notesMovedTo: string): void {
    if (this.isDefault) throw isTheDefault();
    this.deletedAt = clock.now();
    this.record('deleted', { notes_moved_to: notesMovedTo });
  }

  private take({ name, isDefault, position, ...clearable }: NotebookFields): void {
    this.assign({
      ...clearable,
      name: name ?? undefined,
      isDefault: isDefault ?? undefined,
      position: position ?? undefined,
    });
  }
}

const isTheDefault = () =>
  conflict('default_notebook', 'This is the default notebook; make another one the default first.');
