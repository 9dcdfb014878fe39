import { missing } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import type { Note, NoteFields } from './note.js';
import { readBody } from './note-body.js';
import { Notes } from './notes.port.js';
import { OwnAddress } from './own-address.port.js';

export class UpdateNote {
  static needs = [Transaction, Notes, Notebooks, OwnAddress] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly notes: Notes,
    private readonly notebooks: Notebooks,
    private readonly address: OwnAddress,
  ) {}

  async run({
    id,
    body,
    notebookId,
    ...fields
  }: Omit<NoteFields, 'body' | 'notebookId'> & {
    id: string;
    body?: string | null;
    notebookId?: string | null;
  }): Promise<Note> {
    const read = body === undefined ? undefined : await readBody(body ?? '', this.address);
    return this.transaction.run(async () => {
      const notebook = notebookId === undefined ? null : await this.notebooks.hold(notebookId);
      if (notebook === undefined) throw (await this.notes.one(id)) && missing('notebook_id');
      return this.notes.change(id, (note) => note.update({ ...fields, body: read, notebookId: notebook?.id }));
    });
  }
}
