import { urlNotAllowed } from './errors.js';

/** The row a secret belongs to; sealed for one, it opens in no other. */
export interface SealedFor {
  tenantId: string;
  /** Binds the secret to its place, so that it cannot be moved to another one; names its row, such as `table|row id`. */
  context: string;
}

/** Keeps secrets that have to be read again, such as keys of other products, and knows to where they may be sent. */
export abstract class Sealer {
  abstract seal(plaintext: string, place: SealedFor): string;

  /** Throws for a secret that was altered, sealed for another place, or under a root key that is gone. */
  abstract open(sealed: string, place: SealedFor): string;

  /** Why a secret may not be sent to the address of a body's field, in a sentence; null when it may. */
  abstract refusalOf(field: string, address: string): string | null;
}

/** Refuses to store a secret for an address that none may be sent to. */
export function mustSuitSecret(sealer: Sealer, field: string, address: string): void {
  const refusal = sealer.refusalOf(field, address);
  if (refusal !== null) throw urlNotAllowed(field, refusal);
}

/** Who listens at a web address: scheme, name and port. A secret saved for one host is sent to no other. */
export const hostOf = (address: string) => new URL(address).origin;
