import { withoutFormat } from '../format-characters.js';
import type { Policy, Role } from './rights.js';
import type { ActorType } from '../scope.js';

/** Who a token belongs to, with everything a Scope is made from. */
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
  /** When the token stops working; null is never. */
  expiresAt: Date | null;
  /** When the token becomes unknown: the end of the grace period after a rotation. */
  forgottenAt: Date | null;
}

/** An e-mail address as it is stored and compared: one person has one spelling. */
export const plainEmail = (email: string) => withoutFormat(email).trim().normalize('NFC').toLowerCase();

/** Finds who a caller is before any tenant is known. */
export abstract class Identities {
  /** The owner of an API key by the SHA-256 of the key in hex; undefined when unknown or revoked. */
  abstract byKeyHash(hash: string): Promise<Identity | undefined>;

  /** The bearer of an invitation's present code, by its SHA-256 in hex, in any state of the invitation; carries no rights. */
  abstract byInvitationHash(hash: string): Promise<Identity | undefined>;

  /** The active member that a verified identity token of the tenant names. */
  abstract byEmail(tenantId: string, email: string): Promise<Identity | undefined>;

  /** Remembers the use of a key, for `flush` to write together with others. */
  abstract used(identity: Identity): void;
  abstract flush(): Promise<void>;

  /** Calls back when keys or rights of a tenant were changed, by whatever process. */
  abstract onChange(forget: (tenantId: string) => void): void;
}
