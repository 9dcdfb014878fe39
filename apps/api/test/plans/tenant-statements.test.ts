import { beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { Leases } from '@tandem/domain/agents/runs/leases.port';
import { DueDeliveries } from '@tandem/domain/webhooks/deliveries/due-deliveries.port';
import { newId } from '@tandem/domain/core/id';
import { inTenant } from '@tandem/domain/core/scope';
import type { Statement } from '@tandem/platform/postgres/batch';
import type { Database } from '@tandem/platform/postgres/database';
import { tablesOf, tenantlessTables } from '@tandem/testing/catalogue';
import { eventually } from '@tandem/testing/eventually';
import { locking } from '@tandem/testing/locking';
import { useWorld } from '@tandem/testing/world';
import { attemptOn, send } from '../isolation/attempts.js';
import { isEnding, operations } from '../isolation/isolation-cases.js';
import { Records } from '../isolation/records.js';

/** A part of the result of `explain (verbose, format json)`. */
interface Plan {
  'Relation Name'?: string;
  Alias?: string;
  Output?: string[];
  'Subplan Name'?: string;
  Operation?: string;
  Plans?: Plan[];
}

interface Sent {
  text: string;
  isAcrossTenants: boolean;
}

/** Statements that change rows of several tenants at once. */
const changesOfMany = { 'delete from answered_requests': 'answers that are too old to be repeated, once an hour' };

const isOf = (text: string, named: object) => Object.keys(named).some((beginning) => text.startsWith(beginning));

/** Records every statement sent to a database from now on, in a transaction or not. */
function watch(database: Database, sent: Map<string, Sent>): void {
  for (const way of ['batch', 'defer'] as const) {
    const pass = database[way].bind(database) as (statements: unknown) => unknown;
    const watched = (statements: readonly Statement[]) => {
      const { isAcrossTenants } = database;
      for (const { text } of statements) sent.set(`${isAcrossTenants} ${text}`, { text: text.trim(), isAcrossTenants });
      return pass(statements);
    };
    Object.assign(database, { [way]: watched });
  }
}

const allIn = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(allIn)];

/** The conditions of a plan; a column of a hash table is named after the column it is computed from. */
function conditionsOf(parts: Plan[]): string[] {
  const hashed = new Map(
    parts.flatMap(({ 'Subplan Name': name, Output: columns = [] }) =>
      columns.map((column, i) => [`(hashed ${name}).col${i + 1}`, column]),
    ),
  );
  const named = (condition: string) =>
    condition.replaceAll(/\(hashed SubPlan \d+\)\.col\d+/g, (column) => hashed.get(column)!);
  return parts
    .flatMap((part) => Object.entries(part))
    .flatMap(([name, value]) => (/ Cond$|^Filter$/.test(name) ? named(String(value)) : []));
}

/**
 * Tables read across tenants: no chain of conditions ties their tenant to anything but table rows, such as a parameter
 * or a list. Of a partitioned table only the partitions count.
 */
function readWithoutTenant(plan: Plan): string[] {
  const parts = allIn(plan);
  const tables = parts.filter((part) => part['Relation Name'] !== undefined);
  const rows = new Set(tables.map(({ Alias: alias }) => alias));
  const ties = conditionsOf(parts)
    .flatMap((condition) => [...condition.matchAll(/\b(\w+)\.tenant_id = (\$\d|\w+(?=\.tenant_id\b))/g)])
    .map(([, one, other]) => [one!, other!]);
  const tied = new Set(ties.flat().filter((name) => !rows.has(name)));
  for (let before = 0; before < tied.size;) {
    before = tied.size;
    for (const tie of ties) if (tie.some((name) => tied.has(name))) tie.forEach((name) => tied.add(name));
  }
  return tables.flatMap(({ 'Relation Name': table, Alias: alias, Operation: changes }) =>
    changes || tied.has(alias!) ? [] : table!,
  );
}

describe('statements as they are sent', () => {
  const world = useWorld({ workers: 1, settings: { LEASE_SECONDS: '2' } });
  const { ada } = world;
  const session = world.session();
  const sent = new Map<string, Sent>();
  const ofKind = (isAcrossTenants: boolean) =>
    [...sent.values()].filter((one) => one.isAcrossTenants === isAcrossTenants).map(({ text }) => text);
  let isOfTenants: (table: string) => boolean;

  /** Every operation of the API with the jobs it starts, and all work by the clock or in flight. */
  beforeAll(async () => {
    const tables = (await tablesOf(world.databaseUrl)).map(({ name }) => name);
    const exempt = new Set<string>([...tenantlessTables, 'migrations']);
    isOfTenants = (table) => tables.includes(table) && !exempt.has(table);
    for (const { database } of [world.api, ...world.workers]) watch(database, sent);
    const records = new Records(world, ada, 'mine');
    for (const operation of operations.toSorted((a, b) => Number(isEnding(a)) - Number(isEnding(b))))
      await send(ada, operation, await attemptOn(operation, records));
    const jobs = features.flatMap((feature) => feature.jobs ?? []).filter(({ everySeconds }) => everySeconds);
    const { container } = world.workers[0]!;
    for (const { run } of jobs) await container.get(run).run({});
    await ada.post('/tasks', { title: 'Write' }, { 'idempotency-key': 'once' });
    const isSent = (text: string) => [...sent.values()].some((one) => one.text.includes(text));
    const claim = { workerId: newId(), tenantId: ada.tenantId, secondsWaited: 0 } as AgentRun;
    const isRenewed = () => eventually(async () => expect(isSent('set lease_expires_at')).toBe(true));
    await container.get(Leases).hold(claim, () => isRenewed().then(() => claim));
    await inTenant(ada.tenantId, () => container.get(DueDeliveries).renew([]));
  });

  /** The generic plan, without the conditions of row security. */
  async function tablesWithoutTenant(text: string): Promise<string[]> {
    if (!/^(with|select|insert|update|delete)\b/.test(text)) return [];
    const explain = `explain (generic_plan, verbose, format json) ${text}`;
    const [row] = await session.query(explain);
    const [{ Plan: plan }] = row!['QUERY PLAN'] as [{ Plan: Plan }];
    return readWithoutTenant(plan).filter(isOfTenants);
  }

  it('find the rows of a tenant by the tenant', async () => {
    const texts = ofKind(false);
    expect(texts.length).toBeGreaterThan(200);
    for (const text of texts) expect({ text, tables: await tablesWithoutTenant(text) }).toEqual({ text, tables: [] });
  });

  it('find no rows by the tenant if only they are tied to each other', async () => {
    const comments = 'task_comments c join contacts a on a.tenant_id = c.tenant_id';
    const text = `select from tasks t cross join ${comments} where t.tenant_id = $1`;
    expect((await tablesWithoutTenant(text)).sort()).toEqual(['contacts', 'task_comments']);
    expect(await tablesWithoutTenant(`${text} and c.tenant_id = t.tenant_id`)).toEqual([]);
  });

  it('only read if they work across tenants', async () => {
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

  it('resolve a conflict from the two conflicting rows only', () => {
    const settling = [...sent.values()].flatMap(
      ({ text }) => text.match(/\bdo\s+update\s[^;]*?(?=\breturning\b|$)/gs) ?? [],
    );
    expect(settling.filter((change) => change.includes('excluded.sealed'))).toHaveLength(1);
    expect(settling.filter((change) => /\b(now|random|clock_timestamp)\(|\(\s*select\b/.test(change))).toEqual([]);
  });
});
