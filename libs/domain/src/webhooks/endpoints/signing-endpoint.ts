import { randomBytes } from 'node:crypto';
import { Entity } from '../../core/entity.js';
import type { SealedFor, Sealer } from '../../core/sealer.js';

/** What a secret begins with, by Standard Webhooks; the base64 of its bytes follows. */
export const secretPrefix = 'whsec_';

/** An endpoint whose messages are signed with a secret of its own, which is stored sealed and shown once. */
export abstract class SigningEndpoint extends Entity {
  sealedSecret!: string;
  previousSealedSecret: string | null = null;
  previousSecretUntil: Date | null = null;
  /** The signing secret in clear, right after it was issued. */
  signingSecret?: string;

  /** Shown in place of the secret. */
  get withheld(): null {
    return null;
  }

  /** Makes a new secret; the former one signs too until the grace period is over. */
  rotateSecret(graceSeconds: number, sealer: Sealer, now: Date): void {
    this.previousSealedSecret = graceSeconds > 0 ? this.sealedSecret : null;
    this.previousSecretUntil = graceSeconds > 0 ? new Date(now.getTime() + graceSeconds * 1000) : null;
    this.issueSecret(sealer);
    this.record('secret_rotated', { grace_period_seconds: graceSeconds });
  }

  /** The secrets with which messages are signed at that instant, the newest first. */
  signingSecrets(sealer: Sealer, now: Date): string[] {
    const stillSigns = this.previousSealedSecret !== null && this.previousSecretUntil! > now;
    const sealed = stillSigns ? [this.sealedSecret, this.previousSealedSecret!] : [this.sealedSecret];
    return sealed.map((secret) => sealer.open(secret, placeOfSecret(this)));
  }

  protected issueSecret(sealer: Sealer): void {
    this.signingSecret = `${secretPrefix}${randomBytes(32).toString('base64')}`;
    this.sealedSecret = sealer.seal(this.signingSecret, placeOfSecret(this));
  }
}

/** A sealed secret opens only for its own endpoint. */
export const placeOfSecret = ({ tenantId, id }: Pick<Entity, 'tenantId' | 'id'>): SealedFor => ({
  tenantId,
  context: `${tenantId}|${id}|signing_secret`,
});
