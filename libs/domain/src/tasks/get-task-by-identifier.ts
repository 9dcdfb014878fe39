import type { Rendered } from '../core/page.js';
import { Tasks } from './tasks.port.js';

export class GetTaskByIdentifier {
  static needs = [Tasks] as const;

  constructor(private readonly tasks: Tasks) {}

  run({ identifier }: { identifier: string }): Promise<Rendered> {
    return this.tasks.readByIdentifier(identifier);
  }
}
