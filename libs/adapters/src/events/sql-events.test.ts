import { describe, expect, it } from '@jest/globals';
import { Outbox } from '@tandem/domain/core/events/subscriptions';
import { Database } from '@tandem/platform/postgres/database';
import { eventRow } from '@tandem/platform/store/event-rows';
import { type Added, readerContract } from '@tandem/testing/reader-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlAuditEntries } from './sql-audit-entries.js';
import { SqlEvents } from './sql-events.js';

/** An event that leaves the house: it is shown once the relay has numbered it. */
const add: Added['add'] = async (number, { get, query }) => {
  const event = eventRow({ type: 'task.created', resourceType: 'task', details: { number }, isPublic: true });
  await get(Database).batch([event]);
  await get(Outbox).relayAcrossTenants();
  return (await query<{ id: string }>(`select id from events where metadata->>'number' = $1`, [`${number}`]))[0]!;
};

readerContract(SqlEvents, { add, filters: { type: 'task.*' } });
readerContract(SqlAuditEntries, { add, filters: { action: 'task.*' } });

describe('an event', () => {
  const { ours, get, query } = useStore(SqlAuditEntries);

  it('has the time of its id, by which it is listed', async () => {
    for (let number = 0; number < 50; number++) await ours(() => add(number, { get, query }));
    const beside = 'select id from events where left(id::text, 13) <> left(first_id_at(created_at)::text, 13)';
    expect(await query(beside)).toEqual([]);
  });
});
