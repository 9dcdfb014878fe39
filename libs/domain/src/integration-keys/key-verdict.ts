export const keyFaults = [
  'auth_failed',
  'not_configured',
  'unknown_provider',
  'insufficient_scope',
  'rate_limited',
  'provider_unreachable',
  'timeout',
] as const;
export type KeyFault = (typeof keyFaults)[number];

/** True when the provider judged the key; other faults leave its validity unknown. */
export const isVerdict = (fault: KeyFault | null) =>
  fault === null || fault === 'auth_failed' || fault === 'insufficient_scope';

export interface KeyVerdict {
  valid: boolean;
  lastVerifiedAt: Date | null;
  reason: KeyFault | null;
}

export const refused = (reason: KeyFault, lastVerifiedAt: Date | null = null): KeyVerdict => ({
  valid: false,
  lastVerifiedAt,
  reason,
});
