import { needing } from '../core/use-case.js';
import { missing } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import { Note, type NoteFields } from './note.js';
import type { NoteBody } from './note-body.js';
import { NoteReader } from './note-reader.port.js';
import { Notes } from './notes.port.js';

export interface WrittenNote extends Omit<NoteFields, 'notebookId'> {
  title: string;
  body: NoteBody;
  /** Null or left out: the default notebook. */
  notebookId?: string | null;
}

/** Writes new notes, for people and for agents. */
export class NoteWriting extends needing({
  transaction: Transaction,
  notes: Notes,
  notebooks: Notebooks,
  reader: NoteReader,
}) {
  read(text: string): Promise<NoteBody> {
    return this.reader.read(text);
  }

  write({ notebookId, ...fields }: WrittenNote): Promise<Note> {
    return this.transaction.run(async () => {
      const notebook = await this.notebooks.hold(notebookId ?? null);
      if (!notebook) throw missing('notebook_id');
      return this.notes.add(new Note({ ...fields, notebookId: notebook.id }));
    });
  }
}
