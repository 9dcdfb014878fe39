import { describe, expect, it } from '@jest/globals';
import { sweeperRole } from '@tandem/platform/postgres/connection';
import { columnsOf } from '@tandem/testing/catalogue';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';

/** Work across tenants reads only ids, due times and states, never content. */
const readable: Record<string, string[]> = {
  agent_runs: ['deadline_at', 'id', 'lease_expires_at', 'run_at', 'status', 'tenant_id', 'worker_id'],
  agent_schedules: ['id', 'next_at', 'tenant_id'],
  answered_requests: ['created_at', 'id', 'tenant_id'],
  api_keys: ['expires_at', 'id', 'is_active', 'tenant_id', 'told_days_ahead'],
  event_counters: ['last', 'tenant_id'],
  events: ['id', 'is_public', 'sequence', 'tenant_id', 'type'],
  search_progress: ['indexed', 'languages', 'tenant_id'],
  subscription_cursors: [
    'attempts',
    'failed_sequence',
    'failing_since',
    'retry_at',
    'sequence',
    'subscription',
    'tenant_id',
  ],
  subscription_work: ['from_sequence', 'noted_at', 'subscription', 'tenant_id', 'up_to', 'woken_at'],
  // Not of a tenant: the jobs of the program.
  subscriptions: ['created_at', 'name', 'types'],
  tasks: ['deleted_at', 'id', 'next_occurrence', 'snoozed_until', 'tenant_id'],
  // The fields of `GET /tenants`, and the tenants whose tasks follow a new time zone.
  tenants: [
    'closed_at',
    'created_at',
    'default_country',
    'id',
    'name',
    'settings',
    'slug',
    'tenant_id',
    'timezone',
    'updated_at',
    'zone_changed_at',
  ],
  webhook_deliveries: ['due_at', 'endpoint_id', 'id', 'is_urgent', 'leased_until', 'tenant_id'],
  webhook_endpoint_healths: ['held_until', 'id', 'tenant_id'],
  webhook_endpoints: ['deleted_at', 'id', 'is_enabled', 'missed_since', 'tenant_id'],
};
const writable: Record<string, string[]> = {
  agent_runs: ['last_heartbeat_at', 'lease_expires_at'],
  event_counters: ['last'],
  events: ['sequence'],
  subscription_work: ['up_to', 'woken_at'],
  subscriptions: ['created_at', 'name', 'types'],
};

describe('the role of work across tenants', () => {
  const world = useTwoTenants();

  async function granted(privilege: string): Promise<Record<string, string[]>> {
    const text = `select table_name as table, array_agg(column_name::text order by column_name::text) as columns
      from information_schema.column_privileges
      where table_schema = 'public' and grantee = $1 and privilege_type = $2 group by 1`;
    const rows = await asOwner<{ table: string; columns: string[] }>(world.databaseUrl, text, [sweeperRole, privilege]);
    return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
  }

  it('may read and change only the columns it needs', async () => {
    expect(await granted('SELECT')).toEqual(readable);
    expect(await granted('UPDATE')).toEqual(writable);
  });

  it('may read no other column of any table', async () => {
    const sweep = (text: string) => world.database.acrossTenants(() => world.database.query(text));
    const columns = (await columnsOf(world.databaseUrl)).filter(({ table }) => table !== 'migrations');
    const others = columns.filter(({ table, name }) => !readable[table]?.includes(name));
    expect(others.length).toBeGreaterThan(300);
    for (const { table, name } of others)
      await expect(sweep(`select ${name} from ${table}`)).rejects.toMatchObject({ code: '42501' });
    for (const [table, names] of Object.entries(readable)) await sweep(`select ${names.join(', ')} from ${table}`);
  });
});
