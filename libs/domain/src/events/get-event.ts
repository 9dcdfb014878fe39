import type { Rendered } from '../core/page.js';
import { Events } from './events.port.js';

export class GetEvent {
  static needs = [Events] as const;

  constructor(private readonly events: Events) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.events.read(id);
  }
}
