import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tenantlessTables } from '@tandem/testing/catalogue';
import { locking } from '@tandem/testing/locking';

const root = new URL('.', import.meta.url).pathname;
/** The package that the guide shows: what it does is copied. */
const example = '../../../examples/goals/src';
const platform = '../../platform/src';
const sourcesIn = (folder: string, wanted: (file: string) => boolean) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && wanted(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

const features = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
/** They name no table: what they want of one, they ask a verb for. */
const apps = ['api', 'cli', 'worker'].map((app) => `../../../apps/${app}/src`);
const folders = [...features, example, ...apps];
/** Files that make tables, and the one that puts the tenant into statements. */
const isLeftOut = (file: string) => /^(migrations|schema)\/|^postgres\/tenant-statements/.test(file);
const found = (form: RegExp, texts: string[]) =>
  new Set(texts.flatMap((text) => [...text.matchAll(form)].map(([, table]) => table!)));

/** What made a table, a feature in its migrations or the platform, is what writes to it. */
const owners = new Map(
  [...folders, platform].flatMap((folder) =>
    [...found(/create table (\w+)/g, sourcesIn(folder, isLeftOut))].map((table) => [table, folder] as const),
  ),
);
const ofOthers = (folder: string, tables: Set<string>) =>
  [...tables].filter((table) => owners.has(table) && owners.get(table) !== folder);

const writes = /\b(?:insert into|delete from|update) (?:only )?(\w+)/g;
const reads = /\b(?:(?:from|join) (?:only )?|rowsOf\(')(\w+)/g;
const literals = (text: string) => [...text.matchAll(/`[^`]*`|'[^'\n]*'/g)];
const isOfTenants = (table: string) => owners.has(table) && !(tenantlessTables as readonly string[]).includes(table);
/** It stands on the platform's conditions, or makes a row of which `$1` is the tenant: that is the one at work. */
const bindsTenant =
  /\$\{(?:this\.)?(?:rows|rowsOf|ofTenant)\b|\binsert into \w+(?: as \w+)?\s*\(tenant_id\b[^)]*\)\s*(?:values \(|select )\$1\b/;
const isReadIn = (literal: string, row: string) =>
  new RegExp(`(?:^.|\\b(?:from|join|update) (?:only )?)\\w+ (?:as )?${row}\\b`).test(literal);
/** A part of a statement takes the tenant from a row of the statement around it: two rows that it reads itself name none. */
const takesTenant = (literal: string) =>
  /\btenant_id = \$\{\w+\}\.tenant_id/.test(literal) ||
  [...literal.matchAll(/\btenant_id = (\w+)\.tenant_id/g)].some(([, row]) => !isReadIn(literal, row!));
/** Each begins a constant, a function or a method. */
const declarations =
  /^(?:export )?(?:const|(?:async )?function) (\w+)|^ {2}(?:(?:override|protected|private|async|get) )*(\w+)[(<]/gm;
/** The constant, function or method that a place in a file belongs to. */
const holderOf = (text: string, place: number) => {
  const last = [...text.slice(0, place).matchAll(declarations)].at(-1);
  return last?.[1] ?? last?.[2];
};
const filtersByHand = /\btenant_id = \$(?!\{\w+\}\.tenant_id)/;
/** What holds the statements on rows of tenants that name no tenant. */
const nameless = (texts: string[]) =>
  texts.flatMap((text) =>
    literals(text)
      .filter(([literal]) => [...found(writes, [literal]), ...found(reads, [literal])].some(isOfTenants))
      .filter(([literal]) => !bindsTenant.test(literal) && !takesTenant(literal))
      .map(({ index }) => holderOf(text, index)),
  );
const crossesTenants = /acrossTenants$/i;
/**
 * Statements of all tenants that a method runs whose name says so; the join `withCursor`, of which each statement of one tenant picks
 * its rows; and `insertInto`, which has the tenant among the values of events.
 */
const ofMethods: Record<string, string[]> = {
  [platform]: ['insertInto'],
  access: ['withCursor'],
  agents: ['overlooked', 'overdue', 'queued'],
  events: ['unnumbered'],
  schedules: ['due'],
  webhooks: ['dueEverywhere', 'behind'],
};
/** They work for all tenants and are asked for by nobody: what `every` starts, and what a process does by itself. */
const byThemselves: Record<string, string[]> = { events: ['run'] };

const lockingIn = (texts: string[]) => texts.flatMap(literals).flatMap(([literal]) => locking(literal));

/** Joins for reading only: what a feature shows or counts of another one, by the feature that reads. */
const joins: Record<string, string[]> = {
  access: ['access_policies', 'contacts', 'project_identifiers', 'projects', 'subscription_cursors', 'tasks'],
  'api-keys': ['invitation_hashes', 'invitations', 'members', 'tenants'],
  members: ['api_keys'],
  notes: ['contact_channels', 'contacts', 'task_aliases', 'task_links'],
  projects: ['tasks'],
  tasks: ['project_identifiers', 'projects'],
  webhooks: ['events', 'members'],
};

describe.each(folders)('the SQL of %s', (folder) => {
  const texts = sourcesIn(folder, (file) => !isLeftOut(file));

  it('writes to its own tables only: others change through their own store, with event and updated_at', () => {
    expect(ofOthers(folder, found(writes, texts))).toEqual([]);
  });

  it('locks rows of its own tables only: others are held through their own store', () => {
    expect(ofOthers(folder, found(reads, lockingIn(texts)))).toEqual([]);
  });

  it('reads of others what is named here', () => {
    const foreign = ofOthers(folder, new Set([...found(reads, texts)])).sort();
    expect(foreign).toEqual(joins[folder] ?? []);
  });
});

describe.each([...folders, platform])('the tenant in the SQL of %s', (folder) => {
  const texts = sourcesIn(folder, (file) => !isLeftOut(file));

  it('names the tenant in each statement, unless its name says that it crosses tenants', () => {
    const silent = nameless(texts).filter((holder) => !crossesTenants.test(holder ?? ''));
    expect(silent).toEqual(ofMethods[folder] ?? []);
  });

  it('leaves it to the platform to pick the rows of the tenant', () => {
    expect(texts.filter((text) => filtersByHand.test(text))).toEqual([]);
  });

  it('asks across tenants where a name says so', () => {
    const asking = texts.flatMap((text) =>
      [...text.matchAll(/\.(?:acrossTenants|queryAcrossTenants)\b/g)].map(({ index }) => holderOf(text, index)),
    );
    const silent = asking.filter((holder) => !crossesTenants.test(holder ?? ''));
    expect(silent).toEqual(byThemselves[folder] ?? []);
  });
});

it('finds the tables and the statements at all', () => {
  expect(owners.get('tasks')).toBe('tasks');
  expect(owners.get('goals')).toBe(example);
  expect(owners.get('answered_requests')).toBe(platform);
  expect(
    found(
      writes,
      sourcesIn('notes', (file) => !isLeftOut(file)),
    ),
  ).toContain('note_links');
  expect(found(reads, lockingIn(['`select from members where id = $1 for share`']))).toContain('members');
  const text = 'class Sql {\n  async first(): Promise<void> {\n    `select from tasks where id = $1`;\n  }\n}';
  const reading = text.replace('select', 'select tenant_id, id');
  expect(nameless([text, reading, text.replace('where id = $1', '${rowsOf("tasks")}')])).toEqual(['first', 'first']);
  const joined = text.replace('where id = $1', 't join projects p on p.tenant_id = t.tenant_id');
  const within = text.replace('where id = $1', 'p where p.tenant_id = t.tenant_id');
  const copied = text.replace(
    'select from tasks where id = $1',
    'insert into tasks (tenant_id, id) select tenant_id, $1',
  );
  expect(nameless([joined, within, copied, copied.replace('select tenant_id', 'select $1')])).toEqual([
    'first',
    'first',
  ]);
});
