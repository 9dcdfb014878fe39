import type { Rendered } from '../core/page.js';
import { Members } from './members.port.js';

export class GetMember {
  static needs = [Members] as const;

  constructor(private readonly members: Members) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.members.read(id);
  }
}
