import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { Database } from './database.js';

const text = 'select * from gadgets';

describe('a statement that the server has no longer as it was prepared', () => {
  afterAll(() => database.close());
  const world = useTwoTenants();
  /** Of one connection. */
  let database: Database;
  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);
  const query = (statement = text) => database.query(statement);
  const alter = (statement: string) => asOwner(world.databaseUrl, statement);
  const widen = () => alter('alter table gadgets add column colour text');
  /** As a pooler or somebody who tidies up may do it. */
  const forget = () => database.pool.query('deallocate all');

  beforeAll(() => {
    const timeouts = { connectionMillis: 20_000, statementMillis: 20_000 };
    database = new Database({ url: world.databaseUrl, poolSize: 1, secretsKey: Buffer.alloc(32), timeouts });
  });
  beforeEach(async () => {
    await alter(`drop table if exists gadgets; create table gadgets (name text); insert into gadgets values ('lamp');
      grant select, insert on gadgets to tandem_app`);
    expect(await ours(() => query())).toEqual([{ name: 'lamp' }]);
  });

  it('is prepared anew when a column came', async () => {
    await widen();
    expect(await ours(() => query())).toEqual([{ name: 'lamp', colour: null }]);
  });

  it('is prepared anew when a column is of another type', async () => {
    await alter('alter table gadgets alter column name type int using 7');
    expect(await ours(() => query())).toEqual([{ name: 7 }]);
  });

  it('is prepared anew when the connection was made to forget it', async () => {
    await forget();
    expect(await ours(() => query())).toEqual([{ name: 'lamp' }]);
  });

  it('at the beginning of a transaction', async () => {
    await forget();
    expect(await ours(() => database.run(() => query()))).toEqual([{ name: 'lamp' }]);
  });

  it('lets a transaction begin once more, whose effect is there once', async () => {
    let attempts = 0;
    const names = await ours(() =>
      database.run(async () => {
        await query(`insert into gadgets values ('desk')`);
        if (++attempts === 1) await query('deallocate all');
        return (await query()).map(({ name }) => name);
      }),
    );
    expect([names, attempts]).toEqual([['lamp', 'desk'], 2]);
    expect(await alter('select * from gadgets')).toHaveLength(2);
  });
});
