import { uses } from '../core/use-case.js';
import { missing } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import type { NewNote } from './create-note.js';
import type { Note } from './note.js';
import type { NoteBody } from './note-body.js';
import { NoteReader } from './note-reader.port.js';
import { Notes } from './notes.port.js';

interface NoteChange extends Partial<NewNote> {
  id: string;
  ifUpdatedAt?: Date;
}

export class UpdateNote extends uses({
  transaction: Transaction,
  notes: Notes,
  notebooks: Notebooks,
  reader: NoteReader,
}) {
  async prepare({ body }: NoteChange): Promise<NoteBody | undefined> {
    return body === undefined ? undefined : this.reader.read(body ?? '');
  }

  async run({ id, notebookId, ifUpdatedAt, ...fields }: NoteChange, prepared?: NoteBody): Promise<Note> {
    const body = prepared ?? (await this.prepare({ id, ...fields }));
    return this.transaction.run(async () => {
      const notebook = notebookId === undefined ? null : await this.notebooks.lockShared(notebookId);
      return this.notes.change(id, (note) => {
        if (notebook === undefined) throw missing('notebook_id');
        if (ifUpdatedAt) note.mustBeAsOf(ifUpdatedAt);
        note.update({ ...fields, body, notebookId: notebook?.id });
      });
    });
  }
}
