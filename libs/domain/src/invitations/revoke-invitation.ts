import { uses } from '../core/use-case.js';
import { Invitations } from './invitations.port.js';

export class RevokeInvitation extends uses({ invitations: Invitations }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.invitations.change(id, (invitation) => invitation.revoke());
  }
}
