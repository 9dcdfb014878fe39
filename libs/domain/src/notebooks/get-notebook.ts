import type { Rendered } from '../core/page.js';
import { Notebooks } from './notebooks.port.js';

export class GetNotebook {
  static needs = [Notebooks] as const;

  constructor(private readonly notebooks: Notebooks) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.notebooks.read(id);
  }
}
