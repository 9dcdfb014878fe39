import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import type { Feature } from '@tandem/platform/feature/feature';
import { migrate, schemaSource } from '@tandem/platform/schema/migrate';
import { tenantRows } from '@tandem/platform/schema/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/store/table';
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

  async function undo(max: number, of: readonly Feature[]): Promise<void> {
    const source = await schemaSource(database.ownerUrl, of).initialize();
    for (let undone = 0; undone < max; undone++) await source.undoLastMigration();
    await source.destroy();
  }

  it('keeps its rows when migrations are applied and undone', async () => {
    const later = withBooks(CreateBooks1999000000000, CountPages1999000000001);
    await migrate(database.ownerUrl, withBooks(CreateBooks1999000000000));
    await query('insert into books values ($1, $1, $2)', [newId(), 'Emma']);
    for (let turn = 0; turn < 2; turn++) {
      expect(await migrate(database.ownerUrl, later)).toHaveLength(1);
      expect(await query('select title, pages from books')).toEqual([{ title: 'Emma', pages: 1 }]);
      await undo(1, later);
      expect(await query('select b.* from books b')).toEqual([expect.not.objectContaining({ pages: 1 })]);
    }
  });

  it('converts the tags and links of notes from former versions', async () => {
    await migrate(database.ownerUrl, features);
    const migrations = features.flatMap((feature) => feature.migrations ?? []);
    const since = migrations.filter(({ name }) => Number(/\d+$/.exec(name)) >= 1795884998277).length;
    await undo(since, features);
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

  it('can be emptied by undoing all migrations and created again', async () => {
    const tables = `select table_name from information_schema.tables where table_schema = 'public' order by 1`;
    const created = await migrate(database.ownerUrl, features);
    const all = await query(tables);
    await undo(created.length, features);
    expect(await query(tables)).toEqual([{ table_name: 'migrations' }]);
    expect(await migrate(database.ownerUrl, features)).toHaveLength(created.length);
    expect(await query(tables)).toEqual(all);
  });
});
