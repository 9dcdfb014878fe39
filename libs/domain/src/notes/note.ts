import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict } from '../core/errors.js';
import type { NoteBody } from './note-body.js';

/** The body is what `NoteReader` made of its Markdown; `null` clears what can be empty. */
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

/** A piece of Markdown in a notebook. */
export class Note extends Entity {
  static readonly noun = 'note';
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
  /** What its new body refers to, for the store to keep; null while the body is as it was stored. */
  references: readonly string[] | null = null;

  constructor(fields: NoteFields & { title: string; notebookId: string }) {
    super();
    this.take(fields);
    this.record('created');
  }

  override get channels(): string[] {
    return ['notes', ...this.within('notebook', this.notebookId)];
  }

  /** Throws where somebody has changed it since that instant. */
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

  /** Moves it to another notebook, since its own was deleted. */
  moveTo(notebookId: string): void {
    if (this.deletedAt) return;
    this.notebookId = notebookId;
    this.recordChange();
  }

  delete(): void {
    this.deletedAt = clock.now();
    this.record('deleted');
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
