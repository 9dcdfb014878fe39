import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { Transaction } from '@tandem/domain/core/transaction';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { Seal } from '@tandem/platform/secrets/seal';
import { useStore } from '@tandem/testing/use-store';
import { SqlWebhookEndpoints } from './sql-webhook-endpoints.js';

describe('endpoints that have missed events', () => {
  const { ours, get, query } = useStore(SqlWebhookEndpoints);
  const make = () => new WebhookEndpoint({ url: 'https://example.com' }, get(Seal));

  it('catch up one at a time, each on its own', () =>
    ours(async (endpoints) => {
      const [id, other] = [newId(), newId()];
      const start = (one: string) => endpoints.startCatchingUp(one);
      const outside = AsyncLocalStorage.snapshot();
      await get(Transaction).run(async () => {
        expect(await start(id)).toBe(true);
        const elsewhere = await outside(() => Promise.all([start(id), start(other)]));
        expect(elsewhere).toEqual([false, true]);
      });
      expect(await start(id)).toBe(true);
    }));

  it('miss the same events in SQL as in the entity', () =>
    ours(async (endpoints) => {
      const { id: first } = await endpoints.add(make());
      const [row] = await query<{ at: Date }>(
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
      for (const state of states) ids.push((await endpoints.add(Object.assign(make(), state))).id);
      const expected = await Promise.all(ids.map((id) => endpoints.one(id)));
      for (const endpoint of expected) endpoint.missFrom(at);
      await endpoints.missFrom({ from: 1_000_001, to: 1_000_001 });
      const found = await Promise.all(ids.map((id) => endpoints.one(id)));
      const reported = (all: { missedSince: Date | null }[]) => all.map(({ missedSince }) => missedSince);
      expect(reported(found)).toEqual(reported(expected));
      expect(reported(found)).not.toEqual(reported(states));
    }));

  it('have caught up in SQL when they have in the entity', () =>
    ours(async (endpoints) => {
      const [at, other] = [new Date(Date.now() - 60_000), new Date(Date.now() - 30_000)];
      const reported: boolean[] = [];
      for (const missedSince of [at, other])
        for (const millis of [0, 1000]) {
          const { id } = await endpoints.add(Object.assign(make(), { missedSince }));
          const seen = Object.assign(await endpoints.one(id), { missedSince: at });
          const later = `update webhook_endpoints set updated_at = updated_at + $2::int * interval '1 ms'
            where id = $1`;
          await query(later, [id, millis]);
          const expected = await endpoints.one(id);
          expected.caughtUp(seen);
          reported.push(await endpoints.caughtUp(seen));
          expect((await endpoints.one(id)).missedSince).toEqual(expected.missedSince);
        }
      expect(reported).toEqual([true, false, false, false]);
    }));
});
