import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict } from '../core/errors.js';
import { mustBeRestorable } from '../core/restorable.js';
import type { NoteBody } from './note-body.js';

/** The body comes from `NoteReader`; `null` clears an optional field. */
export interface NoteFields {
  title?: string;
  body?: NoteBody;
  notebookId?: string;
  tags?: string[] | null;
  sourceUrl?: string | null;
  isPinned?: boolean;
  isArchived?: boolean;
  metadata?: unknown;
}

export class Note extends Entity {
  static readonly resourceType = 'note';
  title!: string;
  body = '';
  wordCount = 0;
  notebookId!: string;
  tags: string[] = [];
  sourceUrl: string | null = null;
  isPinned = false;
  isArchived = false;
  metadata: unknown = {};
  deletedAt: Date | null = null;
  /** References of a new body, for the store; null while the body is unchanged. */
  references: readonly string[] | null = null;

  constructor(fields: NoteFields & { title: string; notebookId: string }) {
    super();
    this.take(fields);
    this.record('created');
  }

  override get channels(): string[] {
    return ['notes', ...this.within('notebook', this.notebookId)];
  }

  /** Throws when the note has changed since that time. */
  mustBeAsOf(updatedAt: Date): void {
    if (this.updatedAt.getTime() === updatedAt.getTime()) return;
    throw conflict('note_changed', 'The note was changed meanwhile.', { updated_at: this.updatedAt.toISOString() });
  }

  update(fields: NoteFields): void {
    const { isArchived, ...others } = fields;
    const archives = isArchived === true && !this.isArchived;
    this.take(this.patched(fields));
    if (archives) this.record('archived');
    if (!archives || Object.values(others).some((value) => value !== undefined)) this.recordChange();
  }

  /** A deleted note moves too, so that it can be restored, but without an event. */
  moveTo(notebookId: string): void {
    this.notebookId = notebookId;
    if (!this.deletedAt) this.recordChange();
  }

  delete(): void {
    this.deletedAt = clock.now();
    this.record('deleted');
  }

  restore(): void {
    mustBeRestorable(this);
    if (!this.deletedAt) return;
    this.deletedAt = null;
    this.recordChange();
  }

  private take({ body, tags, ...fields }: NoteFields): void {
    this.assign({
      ...fields,
      tags: tags === null ? [] : tags && [...new Set(tags.map((tag) => tag.normalize('NFC')))],
    });
    if (!body) return;
    this.body = body.text;
    this.wordCount = body.wordCount;
    this.references = body.references;
  }
}
