import type { Rendered } from '../core/page.js';
import { Tasks } from './tasks.port.js';

export class GetTask {
  static needs = [Tasks] as const;

  constructor(private readonly tasks: Tasks) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.tasks.read(id);
  }
}
