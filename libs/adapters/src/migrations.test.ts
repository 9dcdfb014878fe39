import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { migrate, schemaSource } from '@tandem/platform/schema/migrate';
import { asOwner, emptyDatabase, type TemporaryDatabase } from '@tandem/testing/temporary-postgres';
import { features } from './features.js';

/** The first migration of those that are run, and taken back, over rows. */
const first = 1764000093007;
const stamp = ({ name }: { name: string }) => Number(name.slice(-13));
/** Nothing but their migrations: the tables as they are now are not made by these alone. */
const before = features.map(({ name, summary, migrations = [] }) => ({
  ...{ name, summary },
  migrations: migrations.filter((migration) => stamp(migration) < first),
}));
const after = features.flatMap(({ migrations = [] }) => migrations).filter((migration) => stamp(migration) >= first);

const rows = `
  insert into tenants values ($1, $1, 'Old', 'old', 'UTC', null, '{}', now(), now());`;
const others = (tenant: string) => `
  insert into event_counters (tenant_id, last) values ('${tenant}', 1);
  insert into members values ('${tenant}', '${tenant}', 'Ada', 'a@example.com', 'owner', true, '{}', now(), now());
  insert into statuses values ('${tenant}', '${tenant}', null, 'Todo', 'unstarted', 1, true, now(), now());
  insert into tasks (tenant_id, id, title, priority, position, metadata, creator_id, status_id, status_category, created_at, updated_at)
    values ('${tenant}', '${tenant}', 'Old', 'none', 1024, '{}', '${tenant}', '${tenant}', 'unstarted', now(), now());
  insert into agent_schedules (tenant_id, id, blueprint, cron_expression, timezone, input_template, enabled, consecutive_failures, rights,
    created_at, updated_at) values ('${tenant}', '${tenant}', 'echo', '@daily', 'UTC', '{}', true, 0, '{}', now(), now());
  insert into agent_runs (tenant_id, id, blueprint, status, input, run_at, cost_micro_usd, platform_fee_cents, attempt, consecutive_failures,
    lost_in_row, schedule_id, member_id, rights, created_at, updated_at)
    values ('${tenant}', '${tenant}', 'echo', 'queued', '{}', now(), 0, 0, 0, 0, 0, '${tenant}', '${tenant}', '{}', now(), now());
  insert into agent_run_steps (tenant_id, id, run_id, number, name, kind, status, result, attempt, started_at, created_at, updated_at)
    values ('${tenant}', '${tenant}', '${tenant}', 1, 'step 1', 'code', 'done', '1', 1, now(), now(), now());
  insert into webhook_endpoints (tenant_id, id, url, is_enabled, sealed_secret, wanted_since, created_at, updated_at)
    values ('${tenant}', '${tenant}', 'https://example.com', true, 'sealed', now(), now(), now());
  insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, sequence, status, attempt_count, tries, due_at,
    is_recovered, created_at, updated_at)
    values ('${tenant}', '${tenant}', '${tenant}', '${tenant}', 'task.created', 1, 'retrying', 1, 1, now(), false, now(), now());
  insert into webhook_attempts (tenant_id, id, delivery_id, number, created_at, updated_at)
    values ('${tenant}', '${tenant}', '${tenant}', 1, now(), now());
  insert into events (tenant_id, id, type, sequence, is_public, resource_type, actor_type, actor_id, channels, metadata, data, created_at)
    values ('${tenant}', '${tenant}', 'task.created', 1, true, 'task', 'system', 'system', '{}', '{}', '{}', now())`;

describe('a database of an earlier version', () => {
  const tenant = newId();
  let database: TemporaryDatabase;
  const query = (text: string, values?: unknown[]) => asOwner(database.ownerUrl, text, values);
  const counted = () =>
    query(`select (select count(*)::int from event_counters) as counters, (select count(*)::int from tasks) as tasks,
      (select count(*)::int from agent_runs where schedule_id is not null) as runs, (select count(*)::int from events) as events,
      (select count(*)::int from agent_run_steps where result = '1') as steps,
      (select count(*)::int from webhook_deliveries join webhook_attempts a on a.delivery_id = webhook_deliveries.id) as attempts`);
  const everything = [{ counters: 1, tasks: 1, runs: 1, events: 1, steps: 1, attempts: 1 }];

  beforeAll(async () => {
    database = await emptyDatabase();
    await migrate(database.ownerUrl, before);
    await query(rows, [tenant]);
    await query(others(tenant));
  });
  afterAll(() => database.drop());

  it('keeps its rows through the new migrations, and when they are taken back', async () => {
    expect(await counted()).toEqual(everything);
    expect(await migrate(database.ownerUrl, features)).toHaveLength(after.length);
    expect(await counted()).toEqual(everything);
    const source = await schemaSource(database.ownerUrl, features).initialize();
    for (const _ of after) await source.undoLastMigration();
    await source.destroy();
    expect(await counted()).toEqual(everything);
    expect(await migrate(database.ownerUrl, features)).toHaveLength(after.length);
    expect(await counted()).toEqual(everything);
  });
});
