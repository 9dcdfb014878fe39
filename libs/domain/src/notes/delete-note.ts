import { uses } from '../core/use-case.js';
import { Notes } from './notes.port.js';

export class DeleteNote extends uses({ notes: Notes }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.notes.change(id, (note) => note.delete());
  }
}
