import { type JWTPayload, jwtVerify } from 'jose';
import { clock } from '@tandem/domain/core/clock';
import { isUnavailable } from '@tandem/domain/core/errors';
import type { Settings } from '@tandem/platform/settings/settings';
import type { ProviderKeys } from './provider-keys.js';

/**
 * Tenant and e-mail address in a signed token of the operator's identity provider; undefined for an invalid token.
 * Throws `unavailable` while the provider's keys cannot be read.
 */
export type TokenVerifier = (
  token: string,
) => Promise<{ tenantId: string; email: string; expiresAt: Date } | undefined>;

/** Tenant ids stand in tokens in lower case. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The end of the year 9999: what lies behind it is no time that anybody meant. */
const latestSeconds = 253_402_300_799;

/**
 * Verifies signed tokens (RFC 7519) with the keys of the operator's identity provider; undefined where none is
 * configured. Their audience is AUTH_AUDIENCE, or the address that `alsoFor` returns.
 */
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
      ({ payload }) => (isMeantForUs(payload, settings) ? claimsOf(payload) : undefined),
      (error: unknown) => {
        if (isUnavailable(error)) throw error;
        return undefined;
      },
    );
}

function claimsOf({ tenant_id: tenantId, email, email_verified: verified, exp }: JWTPayload) {
  if (typeof tenantId !== 'string' || !uuid.test(tenantId) || typeof email !== 'string') return undefined;
  // Anybody can claim an address that was never verified.
  if (verified === false || verified === 'false') return undefined;
  if (!Number.isFinite(exp) || exp! > latestSeconds) return undefined;
  return { tenantId, email, expiresAt: new Date(exp! * 1000) };
}

function isMeantForUs(payload: JWTPayload, { AUTH_CLIENT_IDS, AUTH_ALLOW_ID_TOKENS }: Settings): boolean {
  if (!AUTH_ALLOW_ID_TOKENS && isIdToken(payload)) return false;
  const client = payload.azp ?? payload.client_id;
  return AUTH_CLIENT_IDS.length === 0 || (typeof client === 'string' && AUTH_CLIENT_IDS.includes(client));
}

/** What only ID tokens carry (OpenID Connect Core 1.0, sections 2 and 3), and what large providers call theirs. */
const isIdToken = (payload: JWTPayload) =>
  ['nonce', 'at_hash', 'c_hash'].some((claim) => claim in payload) ||
  payload.token_use === 'id' ||
  payload.typ === 'ID';
