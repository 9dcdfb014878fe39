import { type JWTPayload, jwtVerify } from 'jose';
import { clock } from '@tandem/domain/core/clock';
import { isUnavailable } from '@tandem/domain/core/errors';
import type { Settings } from '@tandem/platform/settings/settings';
import type { ProviderKeys } from './provider-keys.js';

/** Undefined for an invalid token; throws `unavailable` while the provider's keys cannot be read. */
export type TokenVerifier = (
  token: string,
) => Promise<{ tenantId: string; email: string; expiresAt: Date } | undefined>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** End of the year 9999; a later time is a mistake. */
const latestSeconds = 253_402_300_799;

/** Undefined without an identity provider. Accepts the audiences AUTH_AUDIENCE and `alsoFor` (RFC 7519). */
export function tokenVerifier(
  settings: Settings,
  keys: ProviderKeys | undefined,
  alsoFor?: () => string,
): TokenVerifier | undefined {
  if (!keys) return undefined;
  const expected = () => ({
    issuer: settings.AUTH_ISSUER,
    audience: [settings.AUTH_AUDIENCE, ...(alsoFor ? [alsoFor()] : [])],
    currentDate: clock.now(),
    requiredClaims: ['exp', 'tenant_id', 'email'],
    ...(settings.AUTH_TOKEN_TYPE ? { typ: settings.AUTH_TOKEN_TYPE } : {}),
  });
  return (token) =>
    jwtVerify(token, keys.find, expected()).then(
      ({ payload }) => (isAccepted(payload, settings) ? claimsOf(payload) : undefined),
      (error: unknown) => {
        if (isUnavailable(error)) throw error;
        return undefined;
      },
    );
}

function claimsOf({ tenant_id: tenantId, email, email_verified: verified, exp }: JWTPayload) {
  if (typeof tenantId !== 'string' || !uuid.test(tenantId) || typeof email !== 'string') return undefined;
  // Anyone can claim an address that was never verified.
  if (verified === false || verified === 'false') return undefined;
  if (!Number.isFinite(exp) || exp! > latestSeconds) return undefined;
  return { tenantId, email, expiresAt: new Date(exp! * 1000) };
}

function isAccepted(payload: JWTPayload, { AUTH_CLIENT_IDS, AUTH_ALLOW_ID_TOKENS }: Settings): boolean {
  if (!AUTH_ALLOW_ID_TOKENS && isIdToken(payload)) return false;
  const client = payload.azp ?? payload.client_id;
  return AUTH_CLIENT_IDS.length === 0 || (typeof client === 'string' && AUTH_CLIENT_IDS.includes(client));
}

/** Claims of ID tokens only (OpenID Connect Core 1.0, sections 2 and 3), and the types that large providers set. */
const isIdToken = (payload: JWTPayload) =>
  ['nonce', 'at_hash', 'c_hash'].some((claim) => claim in payload) ||
  payload.token_use === 'id' ||
  payload.typ === 'ID';
