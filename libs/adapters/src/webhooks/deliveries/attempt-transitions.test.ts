import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { Seal } from '@tandem/platform/secrets/seal';
import { asTenant } from '@tandem/testing/as-tenant';
import { tandem } from '@tandem/testing/tandem';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { ok } from '@tandem/testing/answers';
import {
  attemptColumns,
  attemptValues,
  begin,
  finish,
  finishFirst,
  isFirstUnfinished,
  isUnfinished,
  lose,
  loseFirst,
} from './delivery-transitions.js';
import { SqlWebhookAttempts } from './sql-webhook-attempts.js';

const at = new Date('2030-01-02T03:04:05.678Z');
const instant = `'${at.toISOString()}'::timestamptz`;
const before = new Date('2029-01-02T03:04:05.678Z');
const claimId = newId();

describe('a transition of many attempts in SQL', () => {
  const tenants = useTwoTenants();
  let endpointId: string;

  const ours = <T>(work: () => T) => tandem.within(() => asTenant(tenants.ours.tenantId, work));
  const query = (text: string, values: unknown[]) => asOwner(tenants.databaseUrl, text, values);

  beforeAll(async () => {
    const endpoint = () => new WebhookEndpoint({ url: 'https://example.com' }, tenants.get(Seal));
    endpointId = (await ours(() => tenants.get(WebhookEndpoints).add(endpoint()))).id;
  });

  const shownAttempt = ({ updatedAt: _, ...attempt }: WebhookAttempt) => ({ ...attempt });
  const delivery = async () => {
    const fields = { endpointId, eventId: newId(), eventType: 'task.created', sequence: 1 };
    return (await tenants.get(WebhookDeliveries).add(new WebhookDelivery(fields))).id;
  };
  const begun = async (number: string) => {
    const text = `insert into webhook_attempts (${attemptColumns}) values (${attemptValues('$2', number)}) returning id`;
    const [row] = await query(text, [tenants.ours.tenantId, await delivery()]);
    return row!.id as string;
  };
  const begunFirst = async () => {
    const [row] = await query(`update webhook_deliveries d set ${begin(`'${claimId}'`)} where id = $1 returning id`, [
      await delivery(),
    ]);
    return row!.id as string;
  };
  const answer = `(select 204 as http_status, null as note, 3 as millis, 'thanks' as body) o`;
  const earlier = `'${before.toISOString()}'::timestamptz`;
  const later = ['webhook_attempts a', isUnfinished, () => begun('2'), lose(earlier)] as const;
  const first = ['webhook_deliveries d', isFirstUnfinished, begunFirst, loseFirst(earlier)] as const;

  it.each([
    ['finish', later, finish('o', instant), (one: WebhookAttempt) => one.finish(ok, at)],
    ['lose', later, lose(instant), (one: WebhookAttempt) => one.lose(at)],
    ['finishFirst', first, finishFirst('o', instant), (one: WebhookAttempt) => one.finish(ok, at)],
    ['loseFirst', first, loseFirst(instant), (one: WebhookAttempt) => one.lose(at)],
  ] as const)(
    '%s does what the method of the attempt does',
    (_, [rows, isOpenStill, begin, endedBefore], change, rule) =>
      ours(async () => {
        const store = new SqlWebhookAttempts(tenants.database);
        const [open, ended] = [await begin(), await begin()];
        await query(`update ${rows} set ${endedBefore} where id = $1`, [ended]);
        const found = () => Promise.all([open, ended].map((id) => store.one(id)));
        const expected = await found();
        for (const attempt of expected) rule(attempt);
        await query(`update ${rows} set ${change} from ${answer} where ${isOpenStill} and id = any($1)`, [
          [open, ended],
        ]);
        expect((await found()).map(shownAttempt)).toEqual(expected.map(shownAttempt));
        expect(expected.map(({ finishedAt }) => finishedAt)).toEqual([at, before]);
      }),
  );

  it('beginning an attempt makes what the constructor makes, the first and a later one', () =>
    ours(async () => {
      const store = new SqlWebhookAttempts(tenants.database);
      for (const [id, number] of [
        [await begunFirst(), 1],
        [await begun('3'), 3],
      ] as const) {
        const made = await store.one(id);
        const same = { id: made.id, createdAt: made.createdAt };
        const fields = { deliveryId: made.deliveryId, number };
        expect(shownAttempt(made)).toEqual(shownAttempt(Object.assign(new WebhookAttempt(fields), same)));
      }
    }));

  it('a first attempt that is under way when the next begins has lost its worker', () =>
    ours(async () => {
      const id = await begunFirst();
      await query(`update webhook_deliveries d set ${begin(`'${claimId}'`)} where id = $1`, [id]);
      const { finishedAt, errorMessage } = await new SqlWebhookAttempts(tenants.database).one(id);
      expect([finishedAt === null, errorMessage]).toEqual([false, 'worker_lost']);
    }));
});
