import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { migrate } from '@tandem/platform/schema/migrate';
import { migrateBefore } from '@tandem/testing/former-version';
import { asOwner, emptyDatabase, type TemporaryDatabase } from '@tandem/testing/temporary-postgres';
import { features } from './features.js';

describe('a migration', () => {
  let database: TemporaryDatabase;
  const query = (text: string, values?: unknown[]) => asOwner(database.ownerUrl, text, values);
  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  it('finds the member behind what a former version did to a run', async () => {
    const since = await migrateBefore(database.ownerUrl, 1795970000001);
    const [tenant, bob, run, ...events] = [newId(), newId(), newId(), newId(), newId(), newId()];
    await query(
      `insert into agent_runs (tenant_id, id, blueprint, status, input, run_at, cost_micro_usd, platform_fee_cents,
         attempt, consecutive_failures, lost_in_row, member_id, rights, created_at, updated_at)
       values ($1, $2, 'echo', 'queued', '{}', now(), 0, 0, 0, 0, 0, $3, '{}', now(), now())`,
      [tenant, run, bob],
    );
    await query(
      `insert into events (tenant_id, id, type, is_public, resource_type, resource_id, actor_type, actor_id, channels,
         metadata, data, created_at)
       select $1, id, 'agent_run.queued', true, 'agent_run', coalesce(resource, gen_random_uuid()), actor, actor, '{}',
         '{}', '{}', now()
       from unnest($2::uuid[], $3::uuid[], $4::text[]) e (id, resource, actor)`,
      [tenant, events, [run, run, null], ['system', 'operator', 'system']],
    );
    expect(await migrate(database.ownerUrl, features)).toHaveLength(since);
    const found = await query('select id, member_id from events where member_id is not null');
    expect(found).toEqual([{ id: events[0], member_id: bob }]);
  });

  it('moves deleted notes out of notebooks that a former version deleted', async () => {
    const since = await migrateBefore(database.ownerUrl, 1795970000000);
    const [tenant, home, gone, note] = [newId(), newId(), newId(), newId()];
    await query(
      `insert into notebooks (tenant_id, id, name, is_default, position, metadata, deleted_at, created_at, updated_at)
       select $1, id, 'Any', n = 1, 0, '{}', case when n = 2 then now() end, now(), now()
       from unnest($2::uuid[]) with ordinality b (id, n)`,
      [tenant, [home, gone]],
    );
    await query(
      `insert into notes (tenant_id, id, title, body, word_count, notebook_id, tags, is_pinned, is_archived, metadata,
         deleted_at, created_at, updated_at)
       values ($1, $2, 'Any', '', 0, $3, '{}', false, false, '{}', now(), now(), now())`,
      [tenant, note, gone],
    );
    expect(await migrate(database.ownerUrl, features)).toHaveLength(since);
    expect(await query('select notebook_id from notes')).toEqual([{ notebook_id: home }]);
  });
});
