import { withoutFormat } from '../format-characters.js';
import type { Policy, Role } from './rights.js';
import type { ActorType } from '../scope.js';

export interface Identity {
  tenantId: string;
  timezone: string;
  country: string | null;
  actorType: ActorType;
  actorId: string;
  memberId: string | null;
  role: Role;
  policies: Policy[];
  scopes: string[];
  isTest: boolean;
  expiresAt: Date | null;
  /** End of the grace period after a rotation, from which the token is unknown. */
  forgottenAt: Date | null;
}

export const plainEmail = (email: string) => withoutFormat(email).trim().normalize('NFC').toLowerCase();

/** Identifies callers before their tenant is known. */
export abstract class Identities {
  /** Takes the SHA-256 of the key in hex; undefined when the key is unknown or revoked. */
  abstract byKeyHash(hash: string): Promise<Identity | undefined>;

  /** Takes the SHA-256 of an invitation's current code in hex; finds invitations in any state and grants no rights. */
  abstract byInvitationHash(hash: string): Promise<Identity | undefined>;

  /** The active member named by a verified identity token of the tenant. */
  abstract byEmail(tenantId: string, email: string): Promise<Identity | undefined>;

  /** Buffers the use of a key until `flush` writes a batch. */
  abstract used(identity: Identity): void;
  abstract flush(): Promise<void>;

  /** Calls back when any process changes keys or rights of a tenant. */
  abstract onChange(forget: (tenantId: string) => void): void;
}
