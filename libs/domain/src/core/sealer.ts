import { urlNotAllowed } from './errors.js';

export interface SealedFor {
  tenantId: string;
  /** Names the row, such as `table|row id`, so that a secret cannot be moved. */
  context: string;
}

/** Encrypts secrets that have to be read again, such as keys of other products, and limits where they may be sent. */
export abstract class Sealer {
  abstract seal(plaintext: string, owner: SealedFor): string;

  /** Throws for a secret that was altered, sealed for another row, or sealed under a root key that is gone. */
  abstract open(sealed: string, owner: SealedFor): string;

  /** Why a secret may not be sent to this address, as a sentence; null when it may. */
  abstract refusalOf(field: string, address: string): string | null;
}

export function mustSuitSecret(sealer: Sealer, field: string, address: string): void {
  const refusal = sealer.refusalOf(field, address);
  if (refusal !== null) throw urlNotAllowed(field, refusal);
}

/** The origin (scheme, host, port): a secret saved for one origin is never sent to another. */
export const hostOf = (address: string) => new URL(address).origin;
