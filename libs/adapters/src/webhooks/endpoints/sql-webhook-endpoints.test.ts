import { describe, expect, it } from '@jest/globals';
import { ApiKey } from '@tandem/domain/api-keys/api-key';
import { ApiKeys } from '@tandem/domain/api-keys/api-keys.port';
import { firstIdAt, newId } from '@tandem/domain/core/id';
import { Member } from '@tandem/domain/members/member';
import { Members } from '@tandem/domain/members/members.port';
import { DeleteWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/delete-webhook-endpoint';
import { DisableWebhookEndpoint } from '@tandem/domain/webhooks/endpoints/disable-webhook-endpoint';
import { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { sealedFor } from '@tandem/domain/webhooks/endpoints/signing-secret';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { EndpointHealths, WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import type { Container } from '@tandem/platform/feature/container';
import { Seal } from '@tandem/platform/secrets/seal';
import { refused } from '@tandem/testing/attempt-results';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { wants } from '../deliveries/event-matching.js';
import { isHeld } from './endpoint-rules.js';
import { SqlEndpointHealths, SqlWebhookEndpoints } from './sql-webhook-endpoints.js';

const make = (number: number, get: Container['get']) =>
  new WebhookEndpoint({ url: `https://example.com/${number}` }, get(Seal));

storeContract(SqlWebhookEndpoints, {
  make,
  change: (endpoint) => endpoint.update({ description: 'changed' }),
  records: { added: ['webhook_endpoint.created'], changed: ['webhook_endpoint.updated'] },
});

storeContract(SqlEndpointHealths, {
  make: async (number, get) => new EndpointHealth((await get(WebhookEndpoints).add(make(number, get))).id),
  change: (health) => health.judge([{ event: { id: newId() }, startedAt: new Date(), result: refused }], new Date()),
  // A health has the id of its endpoint, whose events report it.
  records: { added: ['webhook_endpoint.created'], changed: [] },
});

describe('SqlWebhookEndpoints', () => {
  const { ours, get, query } = useStore(SqlWebhookEndpoints);

  it('seals a secret for its own endpoint', () =>
    ours(async (endpoints) => {
      const endpoint = await endpoints.add(make(1, get));
      const found = await endpoints.one(endpoint.id);
      const seal = get(Seal);
      expect(seal.open(found.sealedSecret, sealedFor(found))).toBe(endpoint.signingSecret);
      const elsewhere = await endpoints.add(make(2, get));
      expect(() => seal.open(found.sealedSecret, sealedFor(elsewhere))).toThrow('does not open');
    }));

  it('finds the same endpoints as the entity that are behind, and the active ones of a member or key', () =>
    ours(async (endpoints) => {
      const { id: memberId } = await get(Members).add(new Member({ name: 'Bob', email: 'b@a.bc', role: 'viewer' }));
      const { id: keyId } = await get(ApiKeys).add(new ApiKey(memberId, { name: 'Key' }));
      const at = new Date();
      const endings = [{}, { isEnabled: false, disabledAt: at, disabledReason: 'gone' }, { deletedAt: at }];
      const states = [{}, { memberId, missedSince: at }, { memberId, keyId }];
      const created: WebhookEndpoint[] = [];
      for (const ending of endings)
        for (const state of states) created.push(await endpoints.add(Object.assign(make(1, get), ending, state)));
      const among = (ids: string[]) => created.filter(({ id }) => ids.includes(id));
      const behind = (await endpoints.behindAcrossTenants()).map(({ id }) => id);
      expect(among(behind)).toEqual(created.filter((one) => one.isBehind));
      for (const id of [memberId, keyId])
        expect(among(await endpoints.enabledFor(id))).toEqual(
          created.filter((one) => one.isActive && one.belongsTo(id)),
        );
      expect([created[1]!.isBehind, created[2]!.belongsTo(memberId), created[2]!.belongsTo(keyId)]).toEqual([
        true,
        true,
        true,
      ]);
    }));

  it('holds the same endpoints in SQL as the entity', () =>
    ours(async (endpoints) => {
      const now = new Date();
      for (const heldUntil of [null, -60_000, 60_000].map((millis) => millis && new Date(now.getTime() + millis))) {
        const { id } = await endpoints.add(make(1, get));
        const health = await get(EndpointHealths).add(Object.assign(new EndpointHealth(id), { heldUntil }));
        const [row] = await query(`select ${isHeld} as held from webhook_endpoint_healths h where id = $1`, [id]);
        expect(row).toEqual({ held: health.isHeld(now) });
      }
    }));

  it('reports the health of a stored endpoint and of an entity alike', () =>
    ours(async (endpoints) => {
      const at = new Date();
      const { id } = await endpoints.add(make(1, get));
      const failures = { failuresInARow: 3, failingSince: at, heldUntil: new Date(at.getTime() + 60_000) };
      await get(EndpointHealths).add(Object.assign(new EndpointHealth(id), failures));
      for (const [sequence, millis] of [
        [1, 0],
        [2, -1000],
      ] as const) {
        const fields = { endpointId: id, eventId: newId(), eventType: 'task.created', sequence };
        const ending = { status: 'succeeded', dueAt: null, completedAt: new Date(at.getTime() + millis) };
        await get(WebhookDeliveries).add(Object.assign(new WebhookDelivery(fields), ending));
      }
      const expected = {
        ...{ state: 'held', consecutive_failures: 3, failing_since: at.toISOString() },
        ...{ held_until: failures.heldUntil.toISOString(), last_success_at: at.toISOString() },
      };
      const healthOf = ({ json }: { json: string }) => (JSON.parse(json) as { health: object }).health;
      expect(healthOf(await endpoints.read(id))).toEqual(expected);
      expect(healthOf((await endpoints.page({})).items[0]!)).toEqual(expected);
      await endpoints.change(id, (endpoint) => endpoint.update({ isEnabled: false }));
      const stopped = { ...expected, state: 'disabled', held_until: null };
      expect(healthOf(await endpoints.read(id))).toEqual(stopped);
      const [event] = await query<{ data: { health: object } }>(
        `select data from events where type = 'webhook_endpoint.disabled' and resource_id = $1`,
        [id],
      );
      expect(event!.data.health).toEqual(stopped);
    }));

  it('selects the same events in SQL as the entity', () =>
    ours(async (endpoints) => {
      const since = new Date();
      const wishes = [null, ['task.created', 'note.updated'], ['task.*'], ['task.comment.*', 'webhook_delivery.*']];
      const states = [
        ...wishes.flatMap((eventTypes) =>
          [null, ['tasks', 'project_1'], ['notes']].map((onlyChannels) => ({ eventTypes, onlyChannels })),
        ),
        { isEnabled: false, disabledAt: since, disabledReason: 'manual' },
        { deletedAt: since },
      ];
      const created: WebhookEndpoint[] = [];
      for (const state of states) created.push(await endpoints.add(Object.assign(make(1, get), state)));
      const types = [
        'task.created',
        'task.comment.created',
        'tasks.created',
        'note.updated',
        'webhook_delivery.exhausted',
      ];
      const events = types.flatMap((type) =>
        [['tasks'], ['notes', 'project_1'], []].flatMap((goesTo) =>
          [-1, 0, 1].flatMap((millis) =>
            [undefined, created[0]!.id].map((endpointId) => {
              const id = firstIdAt(new Date(since.getTime() + millis));
              return { id, type, goesTo, channels: goesTo, endpointId, data: { endpoint_id: endpointId } };
            }),
          ),
        ),
      );
      const rows = await query<{ id: string; wanted: number[] }>(
        `select w.id, array(select e.place::int from rows from (jsonb_to_recordset($2::jsonb)
            as (id uuid, type text, channels text[], data jsonb)) with ordinality e (id, type, channels, data, place)
            where ${wants('$3::timestamptz')} order by 1) as wanted
          from webhook_endpoints w where w.id = any($1::uuid[])`,
        [created.map(({ id }) => id), JSON.stringify(events), since],
      );
      const reported = new Map(rows.map(({ id, wanted }) => [id, wanted]));
      const expected = created.map((one) => events.flatMap((event, i) => (one.wants(event, since) ? [i + 1] : [])));
      expect(created.map(({ id }) => reported.get(id))).toEqual(expected);
      expect(new Set(expected.map((wanted) => wanted.join())).size).toBe(13);
    }));

  it('skips only the open deliveries of a disabled or deleted endpoint', () =>
    ours(async (endpoints) => {
      const [disabled, deleted, remaining] = [make(1, get), make(2, get), make(3, get)];
      const status = new Map<string, string>();
      for (const endpoint of [disabled, deleted, remaining]) {
        await endpoints.add(endpoint);
        const { id: endpointId } = endpoint;
        const delivery = new WebhookDelivery({ endpointId, eventId: newId(), eventType: 'task.created', sequence: 1 });
        status.set(endpointId, (await get(WebhookDeliveries).add(delivery)).id);
      }
      await get(DisableWebhookEndpoint).run(disabled);
      await get(DeleteWebhookEndpoint).run(deleted);
      const of = async ({ id }: WebhookEndpoint) => (await get(WebhookDeliveries).one(status.get(id)!)).status;
      expect([await of(disabled), await of(deleted), await of(remaining)]).toEqual(['skipped', 'skipped', 'pending']);
    }));
});
