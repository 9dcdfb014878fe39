import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { Database } from './database.js';

const text = 'select * from gadgets';

describe('a prepared statement that the server no longer accepts', () => {
  afterAll(() => database.close());
  const world = useTwoTenants();
  let database: Database;
  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);
  const query = (statement = text) => database.query(statement);
  const alter = (statement: string) => asOwner(world.databaseUrl, statement);
  const widen = () => alter('alter table gadgets add column colour text');
  /** A pooler or an administrator may do this. */
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

  it('is prepared again after a column was added', async () => {
    await widen();
    expect(await ours(() => query())).toEqual([{ name: 'lamp', colour: null }]);
  });

  it('is prepared again after the type of a column changed', async () => {
    await alter('alter table gadgets alter column name type int using 7');
    expect(await ours(() => query())).toEqual([{ name: 7 }]);
  });

  it('is prepared again after the session deallocated it', async () => {
    await forget();
    expect(await ours(() => query())).toEqual([{ name: 'lamp' }]);
  });

  it('is prepared again as the first statement of a transaction', async () => {
    await forget();
    expect(await ours(() => database.run(() => query()))).toEqual([{ name: 'lamp' }]);
  });

  it('restarts the transaction, which takes effect once', async () => {
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
