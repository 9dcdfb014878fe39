import { Outbox } from '@tandem/domain/core/events/subscriptions';
import { Database } from '@tandem/platform/postgres/database';
import { eventRow } from '@tandem/platform/store/event-rows';
import { type Added, readerContract } from '@tandem/testing/reader-contract';
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
