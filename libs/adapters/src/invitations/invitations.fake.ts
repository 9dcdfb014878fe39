import type { Invitation } from '@tandem/domain/invitations/invitation';
import type { InvitationPlace, Invitations } from '@tandem/domain/invitations/invitations.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { invitationView } from './invitation.view.js';

export class InMemoryInvitations extends InMemoryStore<Invitation> implements Invitations {
  constructor() {
    super(invitationView);
  }

  async placeAcrossTenants(codeHash: string): Promise<InvitationPlace | undefined> {
    const found = [...this.records.values()].find((invitation) => invitation.codeHash === codeHash);
    return found && { tenantId: found.tenantId, invitationId: found.id };
  }
}
