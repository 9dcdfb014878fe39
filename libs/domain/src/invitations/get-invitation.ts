import type { Rendered } from '../core/page.js';
import { Invitations } from './invitations.port.js';

export class GetInvitation {
  static needs = [Invitations] as const;

  constructor(private readonly invitations: Invitations) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.invitations.read(id);
  }
}
