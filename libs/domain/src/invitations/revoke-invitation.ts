import { Invitations } from './invitations.port.js';

export class RevokeInvitation {
  static needs = [Invitations] as const;

  constructor(private readonly invitations: Invitations) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.invitations.change(id, (invitation) => invitation.revoke());
  }
}
