import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import type { Feature } from '@tandem/platform/feature/feature';
import { migrate } from '@tandem/platform/schema/migrate';
import { tenantRows } from '@tandem/platform/schema/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/store/table';
import { migrateBefore, undoMigrations } from '@tandem/testing/former-version';
import { asOwner, emptyDatabase, type TemporaryDatabase } from '@tandem/testing/temporary-postgres';
import { features } from './features.js';

class CreateBooks1999000000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table books (tenant_id uuid not null, id uuid not null, title text not null, primary key (tenant_id, id));
      ${tenantRows('books')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table books');
  }
}

class CountPages1999000000001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table books add column pages int not null default 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table books drop column pages');
  }
}

const withBooks = (...migrations: NonNullable<Feature['migrations']>): Feature[] => [
  ...features,
  { name: 'books', summary: 'Books', migrations },
];

describe('a database', () => {
  let database: TemporaryDatabase;
  const query = (text: string, values?: unknown[]) => asOwner(database.ownerUrl, text, values);
  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  it('keeps its rows when migrations are applied and undone', async () => {
    const later = withBooks(CreateBooks1999000000000, CountPages1999000000001);
    await migrate(database.ownerUrl, withBooks(CreateBooks1999000000000));
    await query('insert into books values ($1, $1, $2)', [newId(), 'Emma']);
    for (let turn = 0; turn < 2; turn++) {
      expect(await migrate(database.ownerUrl, later)).toHaveLength(1);
      expect(await query('select title, pages from books')).toEqual([{ title: 'Emma', pages: 1 }]);
      await undoMigrations(database.ownerUrl, 1, later);
      expect(await query('select b.* from books b')).toEqual([expect.not.objectContaining({ pages: 1 })]);
    }
  });

  it('converts the tags and links of notes from former versions', async () => {
    const since = await migrateBefore(database.ownerUrl, 1795884998277);
    const [tenant, notebook, note] = [newId(), newId(), newId()];
    await query(
      `with notebook as (insert into notebooks
         select $1, $2, 'Any', null, null, true, null, 0, '{}', null, now(), now()),
       note as (insert into notes
         select $1, $3, 'Old', '', 0, $2, $4::text[], null, false, false, '{}', null, now(), now())
       insert into note_links select $1, gen_random_uuid(), $3, unnest($5::text[])`,
      [
        ...[tenant, notebook, note, ['b', 'Cafe\u0301', 'Café', 'a']],
        ['title:straße', 'title:strasse', 'title:οδος', 'title:ﬁn', 'title:plan'],
      ],
    );
    expect(await migrate(database.ownerUrl, features)).toHaveLength(since);
    expect(await query('select tags from notes')).toEqual([{ tags: ['b', 'Café', 'a'] }]);
    const links = await query('select reference from note_links order by reference collate "C"');
    expect(links.map(({ reference }) => reference)).toEqual(['title:fin', 'title:plan', 'title:strasse', 'title:οδος']);
  });

  it('keeps what a former version was delivering', async () => {
    const since = await migrateBefore(database.ownerUrl, 1795938445047);
    const [tenant, endpoint, unborn] = [newId(), newId(), newId()];
    const events = Array.from({ length: 4 }, () => newId());
    const [claimed, retrying, inFlight, succeeded] = events as [string, string, string, string];
    const delivery = (eventId: string, values: string) =>
      query(
        `insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, sequence, status,
           attempt_count, tries, due_at, completed_at, claim_id, first_began_at, first_finished_at, first_http_status,
           is_recovered, created_at, updated_at)
         select $1, $3, $2, $3, 'task.created', 1, ${values}, false, now(), now()`,
        [tenant, endpoint, eventId],
      );
    await query(
      `insert into events (tenant_id, id, type, sequence, is_public, resource_type, actor_type, actor_id, channels,
         metadata, data, created_at)
       select $1, id, 'task.created', number, true, 'task', 'system', 'system', '{tasks}', '{}', '{}', now()
       from unnest($2::uuid[]) with ordinality e (id, number)`,
      [tenant, events],
    );
    await query(
      `insert into webhook_claims
         (tenant_id, id, endpoint_id, under_way, lease_ends, event_ids, delivery_ids, created_at)
       values ($1, $1, $2, 1, now(), array[$3::uuid], array[$4::uuid], now())`,
      [tenant, endpoint, claimed, unborn],
    );
    await delivery(retrying, "'retrying', 2, 2, now(), null, null, now(), now(), 500");
    await delivery(inFlight, "'in_flight', 1, 0, now(), null, gen_random_uuid(), now(), null, null");
    await delivery(succeeded, "'succeeded', 1, 1, null, now(), null, now(), now(), 200");
    await query(
      `insert into webhook_attempts
         (tenant_id, id, delivery_id, number, finished_at, http_status, created_at, updated_at)
       values ($1, $1, $2, 2, now(), 502, now(), now())`,
      [tenant, retrying],
    );

    expect(await migrate(database.ownerUrl, features)).toHaveLength(since);
    const deliveries = await query(
      `select event_id, id, status, attempt_count, due_at is not null as is_open from webhook_deliveries
       order by array_position($1::uuid[], event_id)`,
      [events],
    );
    expect(deliveries.map((row) => Object.values(row))).toEqual([
      [claimed, unborn, 'pending', 0, true],
      [retrying, retrying, 'retrying', 2, true],
      [inFlight, inFlight, 'pending', 1, true],
      [succeeded, succeeded, 'succeeded', 1, false],
    ]);
    const attempts = await query(
      `select delivery_id, number, http_status, error_message from webhook_attempts
       order by array_position($1::uuid[], delivery_id), number`,
      [events],
    );
    expect(attempts.map((row) => Object.values(row))).toEqual([
      [retrying, 1, 500, null],
      [retrying, 2, 502, null],
      [inFlight, 1, null, 'worker_lost'],
      [succeeded, 1, 200, null],
    ]);

    await undoMigrations(database.ownerUrl, since, features);
    const former = `select event_id, status, claim_id, first_http_status from webhook_deliveries
      order by array_position($1::uuid[], event_id)`;
    expect((await query(former, [events])).map((row) => Object.values(row))).toEqual([
      [claimed, 'pending', null, null],
      [retrying, 'retrying', null, 500],
      [inFlight, 'pending', null, null],
      [succeeded, 'succeeded', null, 200],
    ]);
    expect(await query('select number from webhook_attempts')).toEqual([{ number: 2 }]);
  });

  it('can be emptied by undoing all migrations and created again', async () => {
    const tables = `select table_name from information_schema.tables where table_schema = 'public' order by 1`;
    const created = await migrate(database.ownerUrl, features);
    const all = await query(tables);
    await undoMigrations(database.ownerUrl, created.length, features);
    expect(await query(tables)).toEqual([{ table_name: 'migrations' }]);
    expect(await migrate(database.ownerUrl, features)).toHaveLength(created.length);
    expect(await query(tables)).toEqual(all);
  });
});
