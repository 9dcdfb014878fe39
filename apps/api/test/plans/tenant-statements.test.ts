import { beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import type { Statement } from '@tandem/platform/postgres/batch';
import type { Database } from '@tandem/platform/postgres/database';
import { tablesOf, tenantlessTables } from '@tandem/testing/catalogue';
import { locking } from '@tandem/testing/locking';
import { useWorld } from '@tandem/testing/world';
import { attemptOn, send } from '../isolation/attempts.js';
import { isEnding, operations } from '../isolation/isolation-cases.js';
import { Records } from '../isolation/records.js';

/** A part of what `explain (verbose, format json)` says. */
interface Plan {
  'Relation Name'?: string;
  Alias?: string;
  Output?: string[];
  'Parent Relationship'?: string;
  'Node Type'?: string;
  Operation?: string;
  Plans?: Plan[];
}

interface Sent {
  text: string;
  isAcrossTenants: boolean;
}

/** Statements for one tenant that do not find all rows by it, with why (decision 0048). */
const notByTenant = { 'with recursive walked': 'a page of long records is rendered row by row, by id' };

/** What changes rows of several tenants at once. */
const changesOfMany = { 'delete from answered_requests': 'answers that are too old to be repeated, once an hour' };

const isOf = (text: string, named: object) => Object.keys(named).some((beginning) => text.startsWith(beginning));

/** Keeps all that a database is sent from now on, in a transaction or not. */
function watch(database: Database, sent: Map<string, Sent>): void {
  for (const way of ['batch', 'defer', 'lookUp'] as const) {
    const pass = database[way].bind(database) as (statements: unknown) => unknown;
    const watched = (statements: Statement | readonly Statement[]) => {
      const { isAcrossTenants } = database;
      for (const { text } of [statements].flat())
        sent.set(`${isAcrossTenants} ${text}`, { text: text.trim(), isAcrossTenants });
      return pass(statements);
    };
    Object.assign(database, { [way]: watched });
  }
}

const conditionsOf = (plan: Plan): string[] =>
  Object.entries(plan).flatMap(([name, value]) => (/ Cond$|^Filter$/.test(name) ? [String(value)] : []));

/** A look-up in a table of hashes that is made of the tenant and more. */
const isHashed = ({ 'Parent Relationship': relation, Output = [] }: Plan) =>
  relation === 'SubPlan' && Output.some((column) => column.endsWith('.tenant_id'));

const allIn = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(allIn)];

/** By a value of the statement, alone or in a list of rows: two rows of the same tenant may be of any. */
function namesTenant(plan: Plan): boolean {
  const given = allIn(plan).flatMap(({ 'Node Type': type, Alias: alias }) => (type === 'Function Scan' ? alias : []));
  const form = new RegExp(`\\btenant_id = (?:\\$\\d|(?:${given.join('|')})\\.tenant_id)`);
  return allIn(plan)
    .flatMap(conditionsOf)
    .some((one) => form.test(one));
}

/** Tables of which the plan reads rows of whatever tenant. */
function readWithoutTenant(plan: Plan, isOfTenants: (table: string) => boolean, above: string[] = []): string[] {
  const { 'Relation Name': table, Alias: alias, Plans: parts = [] } = plan;
  const isBound = () => {
    const bound = new RegExp(`\\b${alias}\\.tenant_id = |= ${alias}\\.tenant_id\\b`);
    return isHashed(plan) || [...above, ...[plan, ...parts].flatMap(conditionsOf)].some((one) => bound.test(one));
  };
  const isScan = table !== undefined && !plan.Operation && isOfTenants(table);
  const found = isScan && !isBound() ? [table] : [];
  const within = [...above, ...conditionsOf(plan)];
  return [...found, ...parts.flatMap((part) => readWithoutTenant(part, isOfTenants, within))];
}

describe('statements as they are sent', () => {
  const world = useWorld({ workers: 1 });
  const { ada } = world;
  const session = world.session();
  const sent = new Map<string, Sent>();
  const ofKind = (isAcrossTenants: boolean) =>
    [...sent.values()].filter((one) => one.isAcrossTenants === isAcrossTenants).map(({ text }) => text);
  let isOfTenants: (table: string) => boolean;

  /** Every operation of the API, with what it starts, and all that is done by the clock. */
  beforeAll(async () => {
    const tables = (await tablesOf(world.databaseUrl)).map(({ name }) => name);
    const exempt = new Set<string>([...tenantlessTables, 'migrations']);
    isOfTenants = (table) => tables.includes(table) && !exempt.has(table);
    for (const { database } of [world.api, ...world.workers]) watch(database, sent);
    const records = new Records(world, ada, 'mine');
    for (const operation of operations.toSorted((a, b) => Number(isEnding(a)) - Number(isEnding(b))))
      await send(ada, operation, await attemptOn(operation, records));
    const jobs = features.flatMap((feature) => feature.jobs ?? []).filter(({ everySeconds }) => everySeconds);
    for (const { run } of jobs) await world.workers[0]!.container.get(run).run({});
  });

  /** The plan that holds for any values, without what row security adds. */
  async function tablesWithoutTenant(text: string): Promise<string[]> {
    if (!/^(with|select|insert|update|delete)\b/.test(text)) return [];
    const explain = `explain (generic_plan, verbose, format json) ${text}`;
    const [row] = await session.query(explain);
    const [{ Plan: plan }] = row!['QUERY PLAN'] as [{ Plan: Plan }];
    const read = allIn(plan).flatMap(({ 'Relation Name': table, Operation: changes }) =>
      changes ? [] : (table ?? []),
    );
    return namesTenant(plan) ? readWithoutTenant(plan, isOfTenants) : read.filter(isOfTenants);
  }

  it('find the rows of a tenant by the tenant', async () => {
    const texts = ofKind(false);
    expect(texts.length).toBeGreaterThan(200);
    for (const text of texts.filter((one) => !isOf(one, notByTenant)))
      expect({ text, tables: await tablesWithoutTenant(text) }).toEqual({ text, tables: [] });
  });

  it('only look where they look across tenants', async () => {
    const texts = ofKind(true);
    expect(texts.length).toBeGreaterThan(12);
    const changes = /\b(insert into|delete from|update \w+ \w* ?set|for (no key )?update|for (key )?share)\b/;
    for (const text of texts.filter((one) => changes.test(one) && !isOf(one, changesOfMany)))
      expect({ text, tables: await tablesWithoutTenant(text) }).toEqual({ text, tables: [] });
  });

  it('lock rows of one tenant, which they name', () => {
    const locks = [...sent.values()].flatMap(({ text }) => locking(text));
    expect(locks.length).toBeGreaterThan(20);
    expect(locks.filter((before) => !/\btenant_id = \$\d/.test(before))).toEqual([]);
  });

  it('settle a conflict by the two rows that met', () => {
    const settling = [...sent.values()].flatMap(
      ({ text }) => text.match(/\bdo update set[^;]*?(?=\breturning\b|$)/gs) ?? [],
    );
    expect(settling.length).toBeGreaterThan(0);
    expect(settling.filter((change) => /\b(now|random|clock_timestamp)\(|\(\s*select\b/.test(change))).toEqual([]);
  });
});
