import { afterAll, describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { eventually } from '@tandem/testing/eventually';
import { OtherSession } from '@tandem/testing/other-session';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { Database } from './database.js';
import { Lanes } from './lanes.js';

const patience = { connectionMillis: 20_000, statementMillis: 20_000 };

describe('lanes', () => {
  afterAll(() => Promise.all(opened.map((one) => one.close())));
  const world = useTwoTenants();
  const opened: { close(): Promise<void> }[] = [];
  const open = (lanes: Lanes) => {
    const options = { url: world.databaseUrl, poolSize: 16, secretsKey: Buffer.alloc(32), patience };
    const database = new Database({ ...options, lanes });
    opened.push(database);
    return database;
  };
  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);
  const theirs = <T>(work: () => T) => asTenant(world.theirs.tenantId, work);

  it('keep the short work of all tenants to so many server processes', async () => {
    // However slow the machine is, nothing here counts as long.
    const database = open(new Lanes(2, 60_000));
    const work = () =>
      database.run(async () => {
        const [row] = await database.query('select pg_backend_pid() as pid');
        await database.defer([{ text: 'select' }]);
        return row!.pid;
      });
    const pids = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? ours : theirs)(work)));
    expect(new Set(pids).size).toBe(2);
  });

  it('are not held up by long work', async () => {
    const database = open(new Lanes(2));
    const owner = new OtherSession(() => world.databaseUrl);
    opened.push(owner);
    await owner.query('select pg_advisory_lock(1)');
    const long = [ours, theirs].map((of) => of(() => database.query('select pg_advisory_xact_lock_shared(1)')));
    await eventually(async () => expect(await owner.waiting()).toBe(2));
    expect(await ours(() => database.query('select 1 as answer'))).toEqual([{ answer: 1 }]);
    await owner.query('select pg_advisory_unlock(1)');
    await Promise.all(long);
  });
});
