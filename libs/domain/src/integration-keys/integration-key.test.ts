import { describe, expect, it } from '@jest/globals';
import { takeRecorded } from '../core/entity.js';
import { inScope, systemScope } from '../core/scope.js';
import type { SealedFor } from '../core/sealer.js';
import { IntegrationKey, type KeyFields } from './integration-key.js';
import type { KeyFault } from './key-verdict.js';

const tenantId = '019ab1c2-0000-7000-8000-000000000001';
const sealer = {
  seal: (text: string, { context }: SealedFor) => `${context}#${text}`,
  open: (sealed: string) => sealed.slice(sealed.indexOf('#') + 1),
  refusalOf: () => null,
};
const known = { id: 'openai', baseUrl: 'https://api.openai.com/v1' };
const anywhere = { id: 'openai-compatible', baseUrl: null };
const secret = 'sk-0123456789-wxyz';

const stored = (fields: KeyFields = { key: secret }, provider: typeof known | typeof anywhere = known) =>
  inScope(systemScope(tenantId), () => new IntegrationKey(provider, fields, sealer));
const faultsOf = (work: () => unknown): unknown => {
  try {
    work();
    return [];
  } catch (error) {
    return (error as { extra: { findings: { pointer: string; code: string }[] } }).extra.findings.map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
  }
};

const settle = (key: IntegrationKey, sealedKey: string, fault: KeyFault | null) => {
  key.noteVerdict(sealedKey, fault);
  return key.verdictOn(sealedKey, fault);
};

describe('a stored key', () => {
  it('shows its last four characters, or none if it is short', () => {
    expect(stored().keyHint).toBe('…wxyz');
    expect(stored({ key: '01234567890' }).keyHint).toBe('…');
  });

  it('is sealed for its own row', () => {
    const key = stored();
    expect(key.sealedKey).toBe(`integration_keys|${key.id}#${secret}`);
    expect(key.opened(sealer)).toBe(secret);
  });

  it('is required when first stored', () => {
    expect(faultsOf(() => stored({}))).toEqual(['/key required']);
    expect(faultsOf(() => stored({ key: secret }, anywhere))).toEqual(['/base_url required']);
  });

  it.each(['https://a:b@example.com', 'https://example.com?a=b', 'https://example.com/#top'])(
    'refuses an address such as %s',
    (baseUrl) => expect(faultsOf(() => stored({ key: secret, baseUrl }))).toEqual(['/base_url invalid_format']),
  );

  it.each(['https://proxy.example.com/v1', 'http://api.openai.com/v1', 'https://api.openai.com:8443/v1'])(
    'is cleared when its provider moves to %s without a new key',
    (baseUrl) => {
      const key = stored();
      key.update(known, { baseUrl }, sealer);
      expect(key).toMatchObject({ sealedKey: null, keyHint: null, lastVerifiedAt: null, baseUrl, address: baseUrl });
      expect(key.opened(sealer)).toBeUndefined();
    },
  );

  it('is cleared when its provider moves back', () => {
    const key = stored({ key: secret, baseUrl: 'https://proxy.example.com' });
    key.update(known, { baseUrl: null }, sealer);
    expect(key).toMatchObject({ sealedKey: null, address: known.baseUrl });
  });

  it('is kept for another path of the same host', () => {
    const key = stored();
    key.update(known, { baseUrl: 'https://api.openai.com/v2' }, sealer);
    expect(key.opened(sealer)).toBe(secret);
  });

  it("may be sent to another address than its provider's if the operator allows it", () => {
    const strict = { ...sealer, refusalOf: () => 'Not there.' };
    const moved = stored({ key: secret, baseUrl: 'https://proxy.example.com' });
    expect([moved.refusalOf(known, sealer), moved.refusalOf(known, strict)]).toEqual([null, 'Not there.']);
    expect(stored().refusalOf(known, strict)).toBeNull();
  });

  it('is replaced by a new key with a new address', () => {
    const key = stored();
    key.update(known, { baseUrl: 'https://proxy.example.com', key: 'another-secret-1234' }, sealer);
    expect(key.opened(sealer)).toBe('another-secret-1234');
  });
});

describe('a verification', () => {
  it('stores the time of an accepted key', () => {
    const key = stored();
    const verdict = settle(key, key.sealedKey!, null);
    expect(verdict).toEqual({ valid: true, lastVerifiedAt: key.lastVerifiedAt, reason: null });
    expect(takeRecorded(key).map(({ type }) => type)).toEqual(['integration_key.created', 'integration_key.verified']);
  });

  it.each(['auth_failed', 'insufficient_scope'] as const)('stores the time of a refused key: %s', (reason) => {
    const key = stored();
    expect(settle(key, key.sealedKey!, reason)).toEqual({ valid: false, lastVerifiedAt: expect.any(Date), reason });
    expect(key.lastVerifiedAt).not.toBeNull();
  });

  it.each(['rate_limited', 'provider_unreachable', 'timeout'] as const)(
    'stores no time without a verdict: %s',
    (reason) => {
      const key = stored();
      expect(settle(key, key.sealedKey!, reason)).toEqual({ valid: false, lastVerifiedAt: null, reason });
    },
  );

  it('keeps the time of the last verdict without a new one', () => {
    const key = stored();
    const { lastVerifiedAt } = settle(key, key.sealedKey!, null);
    expect(settle(key, key.sealedKey!, 'timeout')).toEqual({ valid: false, lastVerifiedAt, reason: 'timeout' });
    expect(takeRecorded(key).at(-1)).toEqual({
      type: 'integration_key.verification_failed',
      details: { reason: 'timeout' },
    });
  });

  it('does not apply to a key stored since then', () => {
    const key = stored();
    const former = key.sealedKey!;
    key.update(known, { key: 'another-secret-1234' }, sealer);
    expect(settle(key, former, null)).toMatchObject({ valid: false, reason: 'not_configured' });
    expect(key.lastVerifiedAt).toBeNull();
  });
});
