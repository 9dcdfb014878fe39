import { describe, expect, it } from '@jest/globals';
import { takeRecorded } from '../../core/entity.js';
import { Rights } from '../../core/access/rights.js';
import { inScope, systemScope } from '../../core/scope.js';
import { webhookBody } from '../webhook-body.js';
import { WebhookEndpoint } from './webhook-endpoint.js';

const tenantId = '01900000-0000-7000-8000-000000000001';
const sealer = {
  seal: (text: string) => `sealed ${text}`,
  open: (sealed: string) => sealed.slice(7),
  refusalOf: () => null,
};
const created = (fields: object = {}) =>
  inScope(systemScope(tenantId), () => new WebhookEndpoint({ url: 'https://example.com', ...fields }, sealer));
const reported = (endpoint: WebhookEndpoint) => takeRecorded(endpoint).map(({ type }) => type.split('.')[1]);

describe('a webhook endpoint', () => {
  it('has a unique secret of 32 random bytes', () => {
    const { signingSecret } = created();
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created().signingSecret).not.toBe(signingSecret);
  });

  it('signs with both secrets, the newest first, until the grace period of a rotation ends', () => {
    const endpoint = created();
    const former = endpoint.signingSecret;
    const now = new Date('2026-11-21T00:00:00Z');
    endpoint.rotateSecret(60, sealer, now);
    const { signingSecret } = endpoint;
    expect(endpoint.signingSecrets(sealer, new Date('2026-11-21T00:00:59Z'))).toEqual([signingSecret, former]);
    expect(endpoint.signingSecrets(sealer, new Date('2026-11-21T00:01:00Z'))).toEqual([signingSecret]);
    endpoint.rotateSecret(0, sealer, now);
    expect(endpoint.previousSealedSecret).toBeNull();
  });

  it('records since when it misses events only if the product disabled it', () => {
    const endpoint = created();
    endpoint.disable('manual');
    endpoint.enable();
    expect(endpoint.missedSince).toBeNull();
    endpoint.disable('gone');
    const { disabledAt } = endpoint;
    endpoint.enable();
    expect(endpoint).toMatchObject({
      missedSince: disabledAt,
      disabledAt: null,
      disabledReason: null,
      isEnabled: true,
    });
    expect(reported(endpoint)).toEqual(['created', 'disabled', 'enabled', 'disabled', 'enabled']);
  });

  it('has caught up only with the events it was known to have missed', () => {
    const endpoint = created();
    const [since, earlier] = [new Date(2000), new Date(1000)];
    const { updatedAt } = endpoint;
    endpoint.missedSince = earlier;
    endpoint.caughtUp({ missedSince: since, updatedAt });
    endpoint.caughtUp({ missedSince: earlier, updatedAt: new Date(updatedAt.getTime() - 1) });
    expect(endpoint.missedSince).toBe(earlier);
    endpoint.caughtUp({ missedSince: new Date(1000), updatedAt });
    expect(endpoint.missedSince).toBeNull();
  });

  it('misses nothing of a former owner once another member changes its address', () => {
    const endpoint = created();
    endpoint.disable('owner_deactivated');
    endpoint.missedSince = new Date(1000);
    inScope(systemScope(tenantId), () => endpoint.update({ url: 'https://example.org', isEnabled: true }));
    expect(endpoint).toMatchObject({ isEnabled: true, missedSince: null });
  });

  it('keeps the first reason for its disablement', () => {
    const endpoint = created();
    endpoint.disable('gone');
    endpoint.disable('manual');
    expect(endpoint.disabledReason).toBe('gone');
  });

  it('can be disabled by an update, and records it once', () => {
    const endpoint = created();
    reported(endpoint);
    endpoint.update({ isEnabled: false });
    expect(reported(endpoint)).toEqual(['disabled']);
    endpoint.update({ channels: ['tasks'], isEnabled: true });
    expect(reported(endpoint)).toEqual(['updated', 'enabled']);
  });

  it('belongs to the member who set its address, not to one who changed anything else', () => {
    const as = <T>(memberId: string, work: () => T) =>
      inScope(systemScope(tenantId, { actor: { type: 'member', id: memberId, memberId } }), work);
    const endpoint = as('ada', () => new WebhookEndpoint({ url: 'https://example.com' }, sealer));
    as('bob', () => endpoint.update({ url: 'https://example.com', description: 'mended', channels: ['tasks'] }));
    expect(endpoint.memberId).toBe('ada');
    as('bob', () => endpoint.update({ url: 'https://example.org' }));
    expect(endpoint.memberId).toBe('bob');
  });

  it('is enabled by its owner or an administrator after the product disabled it, even without the cause', () => {
    const as = <T>(memberId: string, role: 'member' | 'admin', work: () => T) => {
      const actor = { type: 'member', id: memberId, memberId } as const;
      return inScope(systemScope(tenantId, { actor, rights: new Rights(role, [], ['*']) }), work);
    };
    const stopped = () => {
      const endpoint = as('ada', 'member', () => new WebhookEndpoint({ url: 'https://example.com' }, sealer));
      endpoint.disable('key_inactive');
      return endpoint;
    };
    const endpoint = stopped();
    for (const start of [() => endpoint.enable(), () => endpoint.update({ isEnabled: true })])
      expect(() => as('bob', 'member', start)).toThrow(
        expect.objectContaining({ code: 'owner_lost', extra: { members: { reason: 'key_inactive' } } }),
      );
    expect(() => as('bob', 'member', () => endpoint.enable('owner_deactivated'))).toThrow('stopped because');
    expect(endpoint).toMatchObject({ isEnabled: false, memberId: 'ada' });
    as('ada', 'member', () => endpoint.enable());
    expect(endpoint).toMatchObject({ isEnabled: true, memberId: 'ada' });
    const other = stopped();
    as('eve', 'admin', () => other.enable());
    expect(other).toMatchObject({ isEnabled: true, memberId: 'eve' });
  });

  it('refuses lists that would never match', () => {
    expect(() => created({ eventTypes: [], channels: [] })).toThrow(/\. Another fault is listed in errors\.$/);
  });
});

describe('the body of a delivery', () => {
  it('contains the data byte for byte as stored', () => {
    const data = '{"b" : 1.0,\n "a":"é"}';
    const body = webhookBody({ id: 'i', type: 't', timestamp: 'now', tenantId: 'x', sequence: 7, data });
    expect(body).toBe(`{"id":"i","type":"t","timestamp":"now","tenant_id":"x","sequence":7,"data":${data}}`);
    expect(JSON.parse(body)).toMatchObject({ sequence: 7, data: { b: 1, a: 'é' } });
  });
});
