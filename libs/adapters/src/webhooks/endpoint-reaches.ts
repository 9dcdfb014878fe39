import { eventReach } from '@tandem/domain/core/event-reach';
import { currentScope } from '@tandem/domain/core/scope';
import type { Database } from '@tandem/platform/postgres/database';
import { rightsColumns, rightsOf } from '@tandem/platform/postgres/member-rights';

const limitable = `select w.id, ${rightsColumns('m')} from webhook_endpoints w
  join members m on (m.tenant_id, m.id) = (w.tenant_id, w.member_id)
  where w.tenant_id = $1 and w.is_enabled and w.deleted_at is null`;

/** The enabled endpoints that are not told everything, as the rights of their members stand now: `[{endpoint_id, reach}]`. */
export async function endpointReaches(database: Database): Promise<string> {
  const rows = await database.query(limitable, [currentScope().tenantId]);
  const reaches = rows.map((row) => ({ endpoint_id: row.id, reach: eventReach(rightsOf(row)) }));
  return JSON.stringify(reaches.filter(({ reach }) => reach));
}
