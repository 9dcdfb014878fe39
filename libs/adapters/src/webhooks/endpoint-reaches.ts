import { eventReach } from '@tandem/domain/core/event-reach';
import { currentScope } from '@tandem/domain/core/scope';
import type { Row } from '@tandem/platform/postgres/batch';
import type { Database } from '@tandem/platform/postgres/database';
import { rightsColumns, rightsOfRow } from '@tandem/platform/postgres/member-rights';

const endpoints = `select w.id, ${rightsColumns('m')} from webhook_endpoints w
  left join members m on (m.tenant_id, m.id) = (w.tenant_id, w.member_id)
  where w.tenant_id = $1 and w.deleted_at is null`;

/** What each endpoint of the tenant may be told, as the rights of its member stand now: `[{endpoint_id, reach}]`, null being everything. */
export async function endpointReaches(database: Database): Promise<string> {
  const rows = await database.query(endpoints, [currentScope().tenantId]);
  const reachOf = (row: Row) => (row.role === null ? null : eventReach(rightsOfRow(row)));
  return JSON.stringify(rows.map((row) => ({ endpoint_id: row.id, reach: reachOf(row) })));
}
