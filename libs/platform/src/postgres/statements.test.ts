import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import type { Statement } from './batch.js';
import { Database } from './database.js';
import { plannedForAll } from './statements.js';

describe('a statement planned for all values', () => {
  afterAll(() => database.close());
  const world = useTwoTenants();
  let database: Database;
  const owner = (statement: string) => asOwner(world.databaseUrl, statement);
  const ours = <T>(work: () => Promise<T>) => asTenant(world.ours.tenantId, work);
  const planned = async (statement: Statement) => (await ours(() => database.batch(plannedForAll(statement))))[1]!.rows;

  beforeAll(async () => {
    database = new Database({ url: world.databaseUrl, poolSize: 1, secretsKey: Buffer.alloc(32) });
    await owner('create table gears (id int primary key, n int); grant select on gears to tandem_app');
    await owner('vacuum analyze gears');
  });

  it('uses an index although the table was empty when it was planned', async () => {
    const text = 'select n from gears where id = $1';
    await planned({ text, values: [7] });
    await owner('insert into gears select n, n from generate_series(1, 10000) n');
    const named = 'select name from pg_prepared_statements where statement = $1';
    const [prepared] = await ours(() => database.query(named, [text]));
    const plan = await planned({ text: `explain execute ${prepared!.name as string} (7)` });
    expect(JSON.stringify(plan)).toMatch(/Index Scan/);
  });

  it('is planned once for all executions', async () => {
    await owner('analyze gears');
    // PostgreSQL assumes ten ids for an unknown array; a custom plan for one id would seem cheap enough to repeat.
    const text = 'select other.n from gears t join gears other on other.id = t.n where t.id = any($1::int[])';
    for (let id = 1; id <= 12; id++) expect(await planned({ text, values: [[id]] })).toEqual([{ n: id }]);
    const plans = 'select custom_plans::int, generic_plans::int from pg_prepared_statements where statement = $1';
    expect(await ours(() => database.query(plans, [text]))).toEqual([{ custom_plans: 0, generic_plans: 12 }]);
  });

  it('does not affect later statements of its transaction', async () => {
    const text =
      "select current_setting('plan_cache_mode') as mode, current_setting('enable_seqscan') as seq, " +
      "current_setting('jit') as jit";
    const usual = (await ours(() => database.query(text)))[0];
    const [inside, after] = await ours(() =>
      database.run(async () => [
        (await database.batch(plannedForAll({ text })))[1]!.rows[0],
        (await database.query(text))[0],
      ]),
    );
    expect(inside).toEqual({ mode: 'force_generic_plan', seq: 'off', jit: 'off' });
    expect(after).toEqual(usual);
  });
});
