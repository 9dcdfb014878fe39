import { beforeAll, describe, expect, it } from '@jest/globals';
import { firstIdAt, newId } from '@tandem/domain/core/id';
import { deliveryStatuses, WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { Seal } from '@tandem/platform/secrets/seal';
import { asTenant } from '@tandem/testing/as-tenant';
import { tandem } from '@tandem/testing/tandem';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { ok } from '@tandem/testing/answers';
import {
  answeredColumns,
  answeredValues,
  begin,
  begunColumns,
  begunValues,
  giveBack,
  isOpen,
  isRecoverable,
  isSkipped,
  recover,
  skip,
  succeed,
} from './delivery-transitions.js';

const at = new Date('2030-01-02T03:04:05.678Z');
const instant = `'${at.toISOString()}'::timestamptz`;
const before = new Date('2029-01-02T03:04:05.678Z');
const claimId = newId();
const isInFlight = "status = 'in_flight'";
const ends = { succeeded: true, exhausted: true, skipped: true } as Record<string, boolean>;

describe('a transition of many deliveries in SQL', () => {
  const tenants = useTwoTenants();
  let deliveries: WebhookDeliveries;
  let endpointId: string;

  const ours = <T>(work: () => T) => tandem.within(() => asTenant(tenants.ours.tenantId, work));
  const query = (text: string, values: unknown[]) => asOwner(tenants.databaseUrl, text, values);

  beforeAll(async () => {
    deliveries = tenants.get(WebhookDeliveries);
    const endpoint = () =>
      new WebhookEndpoint({ url: 'https://example.com', eventTypes: ['task.created'] }, tenants.get(Seal));
    endpointId = (await ours(() => tenants.get(WebhookEndpoints).add(endpoint()))).id;
  });

  /** One in every status, tried before or not, with nothing left as it was made. */
  const inEveryState = () =>
    deliveryStatuses.flatMap((status) =>
      [0, 2].map((tries) => {
        const delivery = new WebhookDelivery({ endpointId, eventId: newId(), eventType: 'task.created', sequence: 1 });
        const claimed = {
          claimId: status === 'in_flight' ? newId() : null,
          attemptCount: tries + 1,
          isRecovered: tries > 0,
        };
        const times = ends[status] ? { dueAt: null, completedAt: before } : { dueAt: before };
        return Object.assign(delivery, { status, tries, lastAttemptAt: before, httpStatus: 500, ...claimed, ...times });
      }),
    );
  const shown = ({ updatedAt: _, ...delivery }: WebhookDelivery) => ({ ...delivery });

  it.each<[string, string, (delivery: WebhookDelivery) => void]>([
    ['begin', `${begin(`'${claimId}'`)} where ${isOpen}`, (one) => one.begin(claimId)],
    ['skip', `${skip(instant)} where ${isOpen}`, (one) => one.skip(at)],
    ['giveBack', `${giveBack} where (${isInFlight} or ${isSkipped})`, (one) => one.giveBack()],
    [
      'tried with a success',
      `${succeed(instant, '204')} where (${isInFlight} or ${isSkipped})`,
      (one) =>
        void ((one.status === 'in_flight' || one.isSkipped) && one.tried(ok, { schedule: [0], now: at, random: 0 })),
    ],
    ['recover', `${recover(instant)} where ${isRecoverable}`, (one) => one.recover(at)],
  ])('%s does what the method of the delivery does', (_, change, rule) =>
    ours(async () => {
      const ids: string[] = [];
      for (const delivery of inEveryState()) ids.push((await deliveries.add(delivery)).id);
      const found = () => Promise.all(ids.map((id) => deliveries.one(id)));
      const expected = await found();
      for (const delivery of expected) rule(delivery);
      const untouched = (await found()).map(shown);
      await query(`update webhook_deliveries d set ${change} and d.id = any($1)`, [ids]);
      const changed = (await found()).map(shown);
      expect(changed).toEqual(expected.map(shown));
      expect(changed).not.toEqual(untouched);
    }),
  );

  it('isOpen, isSkipped and isRecoverable find those that the getters of the delivery find', () =>
    ours(async () => {
      const made = inEveryState();
      for (const delivery of made) await deliveries.add(delivery);
      const ids = made.map(({ id }) => id);
      const where = async (rule: string) => {
        const rows = await query(`select id from webhook_deliveries d where ${rule} and id = any($1) order by id`, [
          ids,
        ]);
        return rows.map(({ id }) => id as string);
      };
      const having = (rule: (one: WebhookDelivery) => boolean) => made.filter(rule).map(({ id }) => id);
      expect(await where(isOpen)).toEqual(having((one) => one.isOpen).sort());
      expect(await where(isSkipped)).toEqual(having((one) => one.isSkipped).sort());
      expect(await where(isRecoverable)).toEqual(having((one) => one.isRecoverable).sort());
      expect(having((one) => one.isSkipped)).toHaveLength(2);
      expect(having((one) => one.isRecoverable)).toHaveLength(4);
    }));

  it('nextAttemptAt tells of a delivery in every state what its getter tells', () =>
    ours(async () => {
      const instants = new Set<string | null>();
      for (const delivery of inEveryState()) {
        const { id } = await deliveries.add(delivery);
        const { next_attempt_at: shownAt } = JSON.parse((await deliveries.read(id)).json) as Record<string, string>;
        expect(shownAt && new Date(shownAt)).toEqual((await deliveries.one(id)).nextAttemptAt);
        instants.add(shownAt ?? null);
      }
      expect(instants.size).toBe(2);
    }));

  it('fanning out makes what the constructor makes', () =>
    ours(async () => {
      const { tenantId } = tenants.ours;
      const eventId = firstIdAt(new Date(Date.now() + 1000));
      await query(
        `insert into events (tenant_id, id, type, sequence, is_public, resource_type, actor_type, actor_id, channels, metadata, data, created_at)
         values ($1, $2, 'task.created', 1000001, true, 'task', 'system', 'system', '{tasks}', '{}', '{}', now())`,
        [tenantId, eventId],
      );
      await deliveries.fanOut({ from: 1_000_001, to: 1_000_001 }, 0);
      const [row] = await query('select id from webhook_deliveries where event_id = $1', [eventId]);
      const made = await deliveries.one(row!.id as string);
      const same = { id: made.id, createdAt: made.createdAt, dueAt: made.createdAt };
      const fields = { endpointId, eventId, eventType: 'task.created', sequence: 1_000_001 };
      expect(shown(made)).toEqual(shown(Object.assign(new WebhookDelivery(fields), same)));
    }));

  it('storing one that is under way or answered makes what the constructor and the methods make', () =>
    ours(async () => {
      const claim = `(select $1::uuid as tenant_id, $2::uuid as id, $3::uuid as endpoint_id, ${instant} as created_at) c`;
      const event = `(select $4::uuid as id, 'task.created' as type, 7 as sequence) e`;
      const answer = `(select $5::uuid as id, $4::uuid as event_id, 'task.created' as event_type, 7 as sequence, 204 as http_status, 3 as millis, 'thanks' as body) o`;
      const stored = async (columns: string, values: string, from: string) => {
        const [id, eventId] = [newId(), newId()];
        const given = [tenants.ours.tenantId, claimId, endpointId, eventId, id];
        const [row] = await query(
          `insert into webhook_deliveries (${columns}) select ${values} from ${claim}, ${from} where $5::uuid is not null
           returning *, last_attempt_at = now() and completed_at = now() and first_finished_at = now() as ends_now`,
          given,
        );
        const made = await deliveries.one(id);
        const fields = { endpointId, eventId, eventType: 'task.created', sequence: 7 };
        const expected = Object.assign(new WebhookDelivery(fields), { id, createdAt: at, dueAt: at });
        expected.begin(claimId);
        return { row: row!, made, expected };
      };
      const underWay = await stored(begunColumns, begunValues('$5::uuid'), event);
      expect(shown(underWay.made)).toEqual(shown(underWay.expected));
      expect(underWay.row).toMatchObject({ first_began_at: at, first_finished_at: null });
      const { row, made, expected } = await stored(answeredColumns, answeredValues, answer);
      expected.tried(ok, { schedule: [0], now: made.completedAt!, random: 0 });
      expect(shown(made)).toEqual(shown(expected));
      expect(row).toMatchObject({
        ends_now: true,
        first_began_at: at,
        first_http_status: 204,
        first_error: null,
        first_response_time_ms: 3,
        first_response_body: 'thanks',
      });
    }));
});
