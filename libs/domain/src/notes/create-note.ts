import { uses } from '../core/use-case.js';
import { missing } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import { Note, type NoteFields } from './note.js';
import type { NoteBody } from './note-body.js';
import { NoteReader } from './note-reader.port.js';
import { Notes } from './notes.port.js';

export interface NewNote extends Omit<NoteFields, 'body' | 'notebookId'> {
  title: string;
  body?: string | null;
  /** Null or absent means the default notebook. */
  notebookId?: string | null;
}

export class CreateNote extends uses({
  transaction: Transaction,
  notes: Notes,
  notebooks: Notebooks,
  reader: NoteReader,
}) {
  prepare({ body }: NewNote): Promise<NoteBody> {
    return this.reader.read(body ?? '');
  }

  async run({ notebookId, ...fields }: NewNote, prepared?: NoteBody): Promise<Note> {
    const body = prepared ?? (await this.prepare(fields));
    return this.transaction.run(async () => {
      const notebook = await this.notebooks.lockShared(notebookId ?? null);
      if (!notebook) throw missing('notebook_id');
      return this.notes.add(new Note({ ...fields, body, notebookId: notebook.id }));
    });
  }
}
