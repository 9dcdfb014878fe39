import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SqlReader } from '@tandem/platform/store/sql-reader';
import { SqlStore } from '@tandem/platform/store/sql-store';
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
    '%s has the declared columns, types and nullability in the database',
    (name, options) => {
      const actual = new Map(columns.filter(({ table }) => table === name).map((column) => [column.name, column]));
      for (const column of Object.values(options.columns) as Column[]) {
        const type = (synonyms[column.type] ?? column.type) + (column.array ? '[]' : '');
        const expected = { table: name, name: column.name, type, isNullable: column.nullable ?? false };
        expect(actual.get(column.name)).toEqual(expected);
      }
    },
  );

  it('have migrations with unique timestamps', () => {
    const names = (source.options.migrations as { name: string }[]).map((migration) => migration.name);
    const stamps = names.map((name) => /\d{13}$/.exec(name)?.[0]);
    expect(stamps).not.toContain(undefined);
    expect(new Set(stamps).size).toBe(stamps.length);
  });
});

describe('the stores that features bind', () => {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const tests = (readdirSync(here, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(here + file, 'utf8'))
    .join('\n');
  const adapters = features.flatMap(({ adapters = [] }) => adapters).flatMap(({ to }) => [to, ...to.needs]);
  const readers = adapters.filter(({ prototype }) => prototype instanceof SqlReader);
  const contracts = new Map(
    readers.map(({ name, prototype }) => [name, prototype instanceof SqlStore ? 'storeContract' : 'readerContract']),
  );
  // A scope has only one tenant, so SqlTenants has its own test.
  contracts.delete('SqlTenants');

  it.each([...contracts])('%s is tested by %s', (name, contract) => {
    expect(tests).toContain(`\n${contract}(${name}, `);
  });
});

describe('the jobs that features declare', () => {
  const domain = fileURLToPath(new URL('../../domain/src/', import.meta.url));
  const followUps = (readdirSync(domain, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(domain + file, 'utf8').matchAll(/new FollowUp\(([A-Z]\w+)/g)])
    .map(([, name]) => name!);

  it.each([...new Set(followUps)])('include the follow-up of use cases: %s', (name) => {
    expect(features.flatMap(({ jobs = [] }) => jobs.map((job) => job.name))).toContain(name);
  });
});

interface Column {
  name: string;
  type: string;
  array?: boolean;
  nullable?: boolean;
}
