import type { TenantRecord } from '../core/scope.js';
import { Store } from '../core/store.js';
import type { Invitation, InvitationStatus } from './invitation.js';

export interface InvitationFilters {
  status?: InvitationStatus;
}

export abstract class Invitations extends Store<Invitation, InvitationFilters> {
  /** Finds an invitation in any state by the SHA-256 of its current code in hex. */
  abstract recordAcrossTenants(codeHash: string): Promise<TenantRecord | undefined>;
}
