import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import type { Note } from './note.js';
import { Notes } from './notes.port.js';

export class RestoreNote extends uses({ transaction: Transaction, notes: Notes }) {
  run({ id }: { id: string }): Promise<Note> {
    return this.transaction.run(async () => {
      const note = await this.notes.lockOrDeleted(id);
      note.restore();
      await this.notes.saveAll([note]);
      return note;
    });
  }
}
