import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Settings } from '@tandem/platform/settings';
import type { TokenVerifier } from './authenticate.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Verifies signed tokens of the operator's identity provider (RFC 7519) by its key set, where one is configured. */
export function tokenVerifier(
  settings: Pick<Settings, 'AUTH_JWKS_URL' | 'AUTH_ISSUER' | 'AUTH_AUDIENCE'>,
): TokenVerifier | undefined {
  if (!settings.AUTH_JWKS_URL || !settings.AUTH_ISSUER || !settings.AUTH_AUDIENCE) return undefined;
  const keys = createRemoteJWKSet(new URL(settings.AUTH_JWKS_URL));
  const expected = {
    issuer: settings.AUTH_ISSUER,
    audience: settings.AUTH_AUDIENCE,
    requiredClaims: ['exp', 'tenant_id', 'email'],
  };
  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, keys, expected);
        const { tenant_id: tenantId, email, exp } = payload;
        if (typeof tenantId !== 'string' || !uuid.test(tenantId) || typeof email !== 'string') return undefined;
        return { tenantId, email, expiresAt: new Date(exp! * 1000) };
      } catch {
        return undefined;
      }
    },
  };
}
