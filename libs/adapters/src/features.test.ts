import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schemaSource } from '@tandem/platform/schema/migrate';
import { type ColumnFacts, columnsOf } from '@tandem/testing/catalogue';
import { temporaryDatabase, type TemporaryDatabase } from '@tandem/testing/temporary-postgres';
import { features } from './features.js';

const synonyms: Record<string, string> = { int: 'integer', timestamptz: 'timestamp with time zone' };

describe('the tables that features declare', () => {
  let database: TemporaryDatabase;
  let columns: ColumnFacts[];
  const source = schemaSource('postgres://nobody@127.0.0.1/nothing', features);

  beforeAll(async () => {
    database = await temporaryDatabase();
    columns = await columnsOf(database.url);
  });
  afterAll(() => database.drop());

  const declared = features.flatMap((feature) => feature.tables ?? []).map(({ options }) => options);

  it.each(declared.map((options) => [options.tableName!, options] as const))(
    '%s has in the database the columns, types and nullability it is declared with',
    (name, options) => {
      const actual = new Map(columns.filter(({ table }) => table === name).map((column) => [column.name, column]));
      for (const column of Object.values(options.columns) as Column[]) {
        const type = (synonyms[column.type] ?? column.type) + (column.array ? '[]' : '');
        const wanted = { table: name, name: column.name, type, isNullable: column.nullable ?? false };
        expect(actual.get(column.name)).toEqual(wanted);
      }
    },
  );

  it('have no migration of two features with one timestamp', () => {
    const names = (source.options.migrations as { name: string }[]).map((migration) => migration.name);
    const stamps = names.map((name) => /\d{13}$/.exec(name)?.[0]);
    expect(stamps).not.toContain(undefined);
    expect(new Set(stamps).size).toBe(stamps.length);
  });
});

interface Column {
  name: string;
  type: string;
  array?: boolean;
  nullable?: boolean;
}
