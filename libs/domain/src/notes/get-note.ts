import type { Rendered } from '../core/page.js';
import { Notes } from './notes.port.js';

export class GetNote {
  static needs = [Notes] as const;

  constructor(private readonly notes: Notes) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.notes.read(id);
  }
}
