import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { timeOfId } from '@tandem/domain/core/id';
import { Outbox } from '@tandem/domain/core/events/subscriptions';
import { Database } from '@tandem/platform/postgres/database';
import { eventRow } from '@tandem/platform/store/event-rows';
import { type Added, readerContract } from '@tandem/testing/reader-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlAuditEntries } from './sql-audit-entries.js';
import { SqlEvents } from './sql-events.js';

/** Public events are listed once the relay has numbered them. */
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
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is listed by the time of its id, even if the clock goes back', async () => {
    const now = Date.now();
    const added: string[] = [];
    for (const [number, time] of [now + 60_000, now].entries()) {
      jest.spyOn(Date, 'now').mockReturnValue(time);
      added.unshift((await ours(() => add(number, { get, query }))).id);
    }
    const { items } = await ours((entries) => entries.page({ action: 'task.*' }));
    const listed = items.map(({ json }) => JSON.parse(json) as { id: string; created_at: string });
    expect(listed.map(({ id }) => id)).toEqual(added);
    for (const { id, created_at } of listed) expect(timeOfId(id)).toEqual(new Date(created_at));
  });
});
