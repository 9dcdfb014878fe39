import { Notes } from './notes.port.js';

export class DeleteNote {
  static needs = [Notes] as const;

  constructor(private readonly notes: Notes) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.notes.change(id, (note) => note.delete());
  }
}
