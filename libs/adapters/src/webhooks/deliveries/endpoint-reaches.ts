import { eventReach } from '@tandem/domain/core/events/channels';
import type { Database } from '@tandem/platform/postgres/database';
import { ofTenant } from '@tandem/platform/postgres/statements';
import { rightsColumns, rightsOfRow } from '../../access/member-rights.js';

const endpoints = `select w.id, ${rightsColumns('m')} from webhook_endpoints w
  left join members m on (m.tenant_id, m.id) = (w.tenant_id, w.member_id)
  where ${ofTenant('w')} and w.deleted_at is null and ($2::uuid is null or w.id = $2)`;

/** By the current rights of the endpoints' members; null means all events. */
export async function endpointReaches(database: Database, endpointId: string | null = null) {
  const rows = await database.queryOfTenant(endpoints, endpointId);
  return rows.map((row) => ({
    endpoint_id: row.id as string,
    reach: row.role === null ? null : eventReach(rightsOfRow(row)),
  }));
}
