import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { WebhookDelivery } from '@tandem/domain/webhooks/webhook-delivery';
import { WebhookEndpoint } from '@tandem/domain/webhooks/webhook-endpoint';
import { Seal } from '@tandem/platform/secrets/seal';
import { asTenant } from '@tandem/testing/as-tenant';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { type Stand, storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants, type TwoTenants } from '@tandem/testing/two-tenants';
import { signingSecretOf } from './signing-secret.js';
import { SqlWebhookDeliveries } from './sql-webhook-deliveries.js';
import { SqlWebhookEndpoints } from './sql-webhook-endpoints.js';
import { InMemoryWebhookEndpoints } from './webhook-endpoints.fake.js';

const seal = new Seal(Buffer.alloc(32, 7));
const make = (number: number) => new WebhookEndpoint({ url: `https://example.com/${number}` });
const describeIt = (endpoint: WebhookEndpoint) => endpoint.update({ description: 'changed' });
const tells = { added: ['webhook_endpoint.created'], changed: ['webhook_endpoint.updated'] };

storeContract<WebhookEndpoint>(
  'SqlWebhookEndpoints',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const store = new SqlWebhookEndpoints(database, seal);
    return { store, tenants: [ours.tenantId, theirs.tenantId], make, tells, happened, close };
  },
  describeIt,
);
storeContract<WebhookEndpoint>(
  'InMemoryWebhookEndpoints',
  async (): Promise<Stand<WebhookEndpoint>> => {
    const store = new InMemoryWebhookEndpoints();
    return { store, tenants: [newId(), newId()], make, tells, happened: (tenantId) => store.happened(tenantId) };
  },
  describeIt,
);

describe('SqlWebhookEndpoints', () => {
  let tenants: TwoTenants;
  let endpoints: SqlWebhookEndpoints;
  let deliveries: SqlWebhookDeliveries;
  beforeAll(async () => {
    tenants = await openTwoTenants();
    endpoints = new SqlWebhookEndpoints(tenants.database, seal);
    deliveries = new SqlWebhookDeliveries(tenants.database);
  });
  afterAll(() => tenants.close());
  const ours = <T>(work: () => T) => asTenant(tenants.ours.tenantId, work);

  it('seals a secret for its own endpoint', () =>
    ours(async () => {
      const endpoint = await endpoints.add(make(1));
      const found = await endpoints.one(endpoint.id);
      expect(seal.open(found.sealedSecret, signingSecretOf(found))).toBe(endpoint.signingSecret);
      const elsewhere = await endpoints.add(make(2));
      expect(() => seal.open(found.sealedSecret, signingSecretOf(elsewhere))).toThrow('does not open');
    }));

  it('lets one at a time give an endpoint what it missed', () =>
    ours(async () => {
      const [id, other] = [newId(), newId()];
      const begin = (one: string) => endpoints.beginCatchingUp(one);
      const outside = AsyncLocalStorage.snapshot();
      await tenants.database.run(async () => {
        expect(await begin(id)).toBe(true);
        const elsewhere = await outside(() => Promise.all([begin(id), begin(other)]));
        expect(elsewhere).toEqual([false, true]);
      });
      expect(await begin(id)).toBe(true);
    }));

  it('lets endpoints miss what the entity says they miss', () =>
    ours(async () => {
      const { id: first } = await endpoints.add(make(1));
      const [row] = await asOwner<{ at: Date }>(
        tenants.databaseUrl,
        'update events set sequence = 1000001 where resource_id = $1 returning created_at as at',
        [first],
      );
      const { at } = row!;
      const [before, after] = [new Date(at.getTime() - 5000), new Date(at.getTime() + 5000)];
      const endings = [
        { isEnabled: true, disabledAt: null, disabledReason: null },
        { isEnabled: false, disabledAt: after, disabledReason: 'manual' },
        ...[before, after].map((disabledAt) => ({ isEnabled: false, disabledAt, disabledReason: 'gone' })),
      ];
      const states = endings.flatMap((ending) =>
        [null, before, after].flatMap((missedSince) =>
          [before, new Date(at.getTime() + 1000)].map((wantedSince) => ({ ...ending, missedSince, wantedSince })),
        ),
      );
      const ids: string[] = [];
      for (const state of states) ids.push((await endpoints.add(Object.assign(make(2), state))).id);
      const expected = await Promise.all(ids.map((id) => endpoints.one(id)));
      for (const endpoint of expected) endpoint.missFrom(at);
      await endpoints.missFrom({ from: 1_000_001, to: 1_000_001 });
      const found = await Promise.all(ids.map((id) => endpoints.one(id)));
      const told = (all: { missedSince: Date | null }[]) => all.map(({ missedSince }) => missedSince);
      expect(told(found)).toEqual(told(expected));
      expect(told(found)).not.toEqual(told(states));
    }));

  it('skips what is open of an endpoint that is disabled or deleted, and nothing else', () =>
    ours(async () => {
      const [disabled, deleted, kept] = [make(1), make(2), make(3)];
      const status = new Map<string, string>();
      for (const endpoint of [disabled, deleted, kept]) {
        await endpoints.add(endpoint);
        const { id: endpointId } = endpoint;
        const delivery = new WebhookDelivery({ endpointId, eventId: newId(), eventType: 'task.created', sequence: 1 });
        status.set(endpointId, (await deliveries.add(delivery)).id);
      }
      await endpoints.change(disabled.id, (endpoint) => endpoint.disable('manual'));
      await endpoints.change(deleted.id, (endpoint) => endpoint.delete());
      const of = async ({ id }: WebhookEndpoint) => (await deliveries.one(status.get(id)!)).status;
      expect([await of(disabled), await of(deleted), await of(kept)]).toEqual(['skipped', 'skipped', 'pending']);
    }));
});
