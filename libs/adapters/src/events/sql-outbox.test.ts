import { describe, expect, it } from '@jest/globals';
import type { Relayed } from '@tandem/domain/core/events/subscriptions';
import { useStore } from '@tandem/testing/use-store';
import { SqlOutbox } from './sql-outbox.js';

/** Adds $1 tenants with $2 events each. */
const addEvents = `with tenants as (
    insert into event_counters (tenant_id) select gen_random_uuid() from generate_series(1, $1) returning tenant_id)
  insert into events (tenant_id, id, type, is_public, resource_type, actor_type, actor_id,
    channels, metadata, data, created_at)
  select tenant_id, gen_random_uuid(), 'note.created', true, 'note', 'system', 'system', '{notes}', '{}', '{}', now()
  from tenants, generate_series(1, $2::int)`;

describe('SqlOutbox', () => {
  const { ours, query, openSession } = useStore(SqlOutbox);

  it('numbers the events of many tenants without gaps, in bounded batches', async () => {
    const drain = async () => {
      const rounds: Relayed[] = [];
      do rounds.push(await ours((outbox) => outbox.relayAcrossTenants()));
      while (rounds.at(-1)!.hasMore);
      return rounds.map(({ numbered }) => numbered);
    };
    await drain();
    const [tenants, each] = [10, 300];
    await query(addEvents, [tenants, each]);
    expect(await drain()).toEqual([2000, 1000]);
    const counted = await query<{ found: number; last: number }>(
      `select count(*)::int as found, max(sequence)::int as last
       from events where type = 'note.created' group by tenant_id`,
    );
    expect(counted).toEqual(Array(tenants).fill({ found: each, last: each }));
  });

  it('reports no more events if another relay has locked all tenants with events', async () => {
    await query(addEvents, [60, 1]);
    const relay = () => ours((outbox) => outbox.relayAcrossTenants());
    const other = openSession();
    await other.query('begin');
    await other.query('select from event_counters for update');
    expect(await relay()).toEqual({ numbered: 0, hasMore: false, waiting: [] });
    await other.close();
    expect(await relay()).toMatchObject({ numbered: 50, hasMore: true });
  });
});
