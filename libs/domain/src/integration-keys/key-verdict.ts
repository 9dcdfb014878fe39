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

/** What a verification found. */
export interface KeyVerdict {
  valid: boolean;
  /** When the provider last took the stored key. */
  lastVerifiedAt: Date | null;
  /** Null when valid. */
  reason: KeyFault | null;
}

export const refused = (reason: KeyFault, lastVerifiedAt: Date | null = null): KeyVerdict => ({
  valid: false,
  lastVerifiedAt,
  reason,
});
