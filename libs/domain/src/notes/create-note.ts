import { missing } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import { Note, type NoteFields } from './note.js';
import { readBody } from './note-body.js';
import { Notes } from './notes.port.js';
import { OwnAddress } from './own-address.port.js';

export class CreateNote {
  static needs = [Transaction, Notes, Notebooks, OwnAddress] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly notes: Notes,
    private readonly notebooks: Notebooks,
    private readonly address: OwnAddress,
  ) {}

  async run({
    body,
    notebookId,
    ...fields
  }: Omit<NoteFields, 'body' | 'notebookId'> & {
    title: string;
    body?: string | null;
    notebookId?: string | null;
  }): Promise<Note> {
    const read = await readBody(body ?? '', this.address);
    return this.transaction.run(async () => {
      const notebook = await this.notebooks.hold(notebookId ?? null);
      if (!notebook) throw missing('notebook_id');
      return this.notes.add(new Note({ ...fields, body: read, notebookId: notebook.id }));
    });
  }
}
