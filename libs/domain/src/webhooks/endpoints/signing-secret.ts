import { randomBytes } from 'node:crypto';
import type { Entity } from '../../core/entity.js';
import type { SealedFor } from '../../core/sealer.js';

/** The prefix of a secret, by Standard Webhooks; the base64 of its bytes follows. */
export const secretPrefix = 'whsec_';

export const newSecret = () => `${secretPrefix}${randomBytes(32).toString('base64')}`;

/** A sealed secret opens only for its own endpoint. */
export const sealedFor = ({ tenantId, id }: Pick<Entity, 'tenantId' | 'id'>): SealedFor => ({
  tenantId,
  context: `${tenantId}|${id}|signing_secret`,
});
