import { afterAll, describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { eventually } from '@tandem/testing/eventually';
import { OtherSession } from '@tandem/testing/other-session';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { Database } from './database.js';

const patience = { connectionMillis: 20_000, statementMillis: 20_000 };

describe('lanes', () => {
  afterAll(() => Promise.all(opened.map((one) => one.close())));
  const world = useTwoTenants();
  const opened: { close(): Promise<void> }[] = [];
  const open = (lanes: number) => {
    const options = { url: world.databaseUrl, poolSize: 16, secretsKey: Buffer.alloc(32), patience };
    const database = new Database({ ...options, lanes });
    opened.push(database);
    return database;
  };
  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);
  const theirs = <T>(work: () => T) => asTenant(world.theirs.tenantId, work);

  it('keep the short work of all tenants to so many server processes', async () => {
    const database = open(2);
    const asked = Array.from({ length: 40 }, (_, i) =>
      (i % 2 ? ours : theirs)(() => database.query('select pg_backend_pid() as pid')),
    );
    const pids = (await Promise.all(asked)).map(([row]) => row!.pid);
    expect(new Set(pids).size).toBe(2);
  });

  it('are not held up by long work', async () => {
    const database = open(2);
    const owner = new OtherSession(() => world.databaseUrl);
    opened.push(owner);
    await owner.query('select pg_advisory_lock(1)');
    const long = [ours, theirs, ours].map((of) => of(() => database.query('select pg_advisory_xact_lock_shared(1)')));
    await eventually(async () => expect(await owner.waiting()).toBe(3));
    expect(await ours(() => database.query('select 1 as answer'))).toEqual([{ answer: 1 }]);
    await owner.query('select pg_advisory_unlock(1)');
    await Promise.all(long);
  });

  it('are given to a tenant that waits before more work of one that has had its turn', async () => {
    const database = open(1);
    const done: string[] = [];
    const work = (name: string) =>
      database
        .run(async () => {
          await database.query('select 1');
          await database.defer([{ text: 'select 2' }]);
        })
        .then(() => done.push(name));
    await Promise.all([...Array.from({ length: 8 }, () => ours(() => work('ours'))), theirs(() => work('theirs'))]);
    expect(done.indexOf('theirs')).toBeLessThan(4);
  });
});
