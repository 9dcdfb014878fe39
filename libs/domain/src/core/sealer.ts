/** The row a secret belongs to; sealed for one, it opens in no other. */
export interface SealedFor {
  tenantId: string;
  /** Binds the secret to its place, so that it cannot be moved to another row: `table|row id`. */
  context: string;
}

/** Keeps secrets that have to be read again, such as keys of other products. */
export abstract class Sealer {
  abstract seal(plaintext: string, place: SealedFor): string;

  /** Throws for a secret that was altered, sealed for another place, or under a root key that is gone. */
  abstract open(sealed: string, place: SealedFor): string;
}

/** Who listens at a web address: scheme, name and port. A secret saved for one host is sent to no other. */
export const hostOf = (address: string) => new URL(address).origin;
