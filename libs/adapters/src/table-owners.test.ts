import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tenantlessTables } from '@tandem/testing/catalogue';
import { locking } from '@tandem/testing/locking';

const root = new URL('.', import.meta.url).pathname;
const example = '../../../examples/goals/src';
const platform = '../../platform/src';
const sourcesIn = (folder: string, isIncluded: (file: string) => boolean) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && isIncluded(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

const features = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
const apps = ['api', 'cli', 'worker'].map((app) => `../../../apps/${app}/src`);
const folders = [...features, example, ...apps];
/** Files that create tables, and the one that adds the tenant to statements. */
const isExcluded = (file: string) => /^(migrations|schema)\/|^postgres\/statements/.test(file);
const found = (form: RegExp, texts: string[]) =>
  new Set(texts.flatMap((text) => [...text.matchAll(form)].map(([, table]) => table!)));

/** Tables with the feature or platform whose migration creates them. */
const owners = new Map(
  [...folders, platform].flatMap((folder) =>
    [...found(/create table (\w+)/g, sourcesIn(folder, isExcluded))].map((table) => [table, folder] as const),
  ),
);
const ofOthers = (folder: string, tables: Set<string>) =>
  [...tables].filter((table) => owners.has(table) && owners.get(table) !== folder);

const writes = /\b(?:insert into|delete from|update) (?:only )?(\w+)/g;
const reads = /\b(?:(?:from|join) (?:only )?|rowsOf\(')(\w+)/g;
const literals = (text: string) => [...text.matchAll(/`[^`]*`|'[^'\n]*'/g)];
const isOfTenants = (table: string) => owners.has(table) && !(tenantlessTables as readonly string[]).includes(table);
const platformCondition = /\$\{(?:this\.)?(?:rows|rowsOf|ofTenant)\b/;
const tenantInsert = /\binsert into \w+(?: as \w+)?\s*\(tenant_id\b[^)]*\)\s*(?:values \(|select )\$1\b/;
const bindsTenant = (literal: string) => platformCondition.test(literal) || tenantInsert.test(literal);
const isReadIn = (literal: string, row: string) =>
  new RegExp(`(?:^.|\\b(?:from|join|update) (?:only )?)\\w+ (?:as )?${row}\\b`).test(literal);
/** A part of a statement takes the tenant from a row of the outer statement; two rows of its own name none. */
const namesTenant = (literal: string) =>
  /\btenant_id = \$\{\w+\}\.tenant_id/.test(literal) ||
  [...literal.matchAll(/\btenant_id = (\w+)\.tenant_id/g)].some(([, row]) => !isReadIn(literal, row!));
const declarations =
  /^(?:export )?(?:const|(?:async )?function) (\w+)|^ {2}(?:(?:override|protected|private|async|get) )*(\w+)[(<]/gm;
/** The constant, function or method at a position of a file. */
const holderOf = (text: string, position: number) => {
  const last = [...text.slice(0, position).matchAll(declarations)].at(-1);
  return last?.[1] ?? last?.[2];
};
const filtersByHand = /\btenant_id = \$(?!\{\w+\}\.tenant_id)/;
const nameless = (texts: string[]) =>
  texts.flatMap((text) =>
    literals(text)
      .filter(([literal]) => [...found(writes, [literal]), ...found(reads, [literal])].some(isOfTenants))
      .filter(([literal]) => !bindsTenant(literal) && !namesTenant(literal))
      .map(({ index }) => holderOf(text, index)),
  );
const crossesTenants = /acrossTenants$/i;
/**
 * Statements run by methods named `…AcrossTenants`; the join `withCursor`, which its users limit to a tenant; and
 * `insertInto`, which has the tenant among the values.
 */
const ofMethods: Record<string, string[]> = {
  [platform]: ['insertInto'],
  access: ['withCursor'],
  agents: ['overlooked', 'overdue', 'queued'],
  events: ['unnumbered'],
  schedules: ['due'],
  webhooks: ['dueEverywhere', 'behind'],
};
/** Work for all tenants without a caller: jobs of `every`. */
const withoutCaller: Record<string, string[]> = { events: ['run'] };

const lockingIn = (texts: string[]) => texts.flatMap(literals).flatMap(([literal]) => locking(literal));

/** Tables of other features that a feature reads. */
const joins: Record<string, string[]> = {
  access: ['access_policies', 'contacts', 'project_identifiers', 'projects', 'subscription_cursors', 'tasks'],
  'api-keys': ['invitation_hashes', 'invitations', 'members', 'tenants'],
  members: ['api_keys', 'tenants'],
  notes: ['contact_channels', 'contacts', 'task_aliases', 'task_links'],
  projects: ['tasks'],
  search: ['event_counters', 'events', 'subscription_work', 'tenants'],
  tasks: ['project_identifiers', 'projects'],
  webhooks: ['events', 'members'],
};

describe.each(folders)('the SQL of %s', (folder) => {
  const texts = sourcesIn(folder, (file) => !isExcluded(file));

  it('writes only to its own tables: others change through their own store, with event and updated_at', () => {
    expect(ofOthers(folder, found(writes, texts))).toEqual([]);
  });

  it('locks only rows of its own tables: others are locked through their own store', () => {
    expect(ofOthers(folder, found(reads, lockingIn(texts)))).toEqual([]);
  });

  it('reads only the listed tables of others', () => {
    const foreign = ofOthers(folder, new Set([...found(reads, texts)])).sort();
    expect(foreign).toEqual(joins[folder] ?? []);
  });
});

describe.each([...folders, platform])('the tenant in the SQL of %s', (folder) => {
  const texts = sourcesIn(folder, (file) => !isExcluded(file));

  it('names the tenant in each statement, unless the holder is named acrossTenants', () => {
    const silent = nameless(texts).filter((holder) => !crossesTenants.test(holder ?? ''));
    expect(silent).toEqual(ofMethods[folder] ?? []);
  });

  it('leaves the condition on the tenant to the platform', () => {
    expect(texts.filter((text) => filtersByHand.test(text))).toEqual([]);
  });

  it('queries across tenants only in methods named acrossTenants', () => {
    const queries = texts.flatMap((text) =>
      [...text.matchAll(/\.(?:acrossTenants|queryAcrossTenants)\b/g)].map(({ index }) => holderOf(text, index)),
    );
    const silent = queries.filter((holder) => !crossesTenants.test(holder ?? ''));
    expect(silent).toEqual(withoutCaller[folder] ?? []);
  });
});

it('finds tables and statements', () => {
  expect(owners.get('tasks')).toBe('tasks');
  expect(owners.get('goals')).toBe(example);
  expect(owners.get('answered_requests')).toBe(platform);
  expect(
    found(
      writes,
      sourcesIn('notes', (file) => !isExcluded(file)),
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
