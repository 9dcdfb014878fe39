import type { List } from '../core/page.js';
import { Members } from './members.port.js';

export class GetAccess {
  static needs = [Members] as const;

  constructor(private readonly members: Members) {}

  run({ id }: { id: string }): Promise<List> {
    return this.members.access(id);
  }
}
