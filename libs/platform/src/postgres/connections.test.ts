import { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { eventually } from '@tandem/testing/eventually';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { Database } from './database.js';

describe('a connection that others wait for', () => {
  afterAll(() => database.close());
  const world = useTwoTenants();
  /** Each tenant has one connection. */
  let database: Database;
  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);
  const theirs = <T>(work: () => T) => asTenant(world.theirs.tenantId, work);
  const insert = (name: string) => ({ text: 'insert into gadgets values ($1)', values: [name] });
  /** Looks first, as most work does, and stores with its commit. */
  const add = (name: string, looks = true) =>
    ours(() =>
      database.run(async () => {
        if (looks) await database.query('select 1');
        await database.defer([insert(name)]);
        return name;
      }),
    );
  const stored = async () =>
    (await asOwner<{ name: string }>(world.databaseUrl, 'select name from gadgets order by name')).map(
      ({ name }) => name,
    );
  const outcomes = async (work: Promise<unknown>[]) => (await Promise.allSettled(work)).map(({ status }) => status);

  beforeAll(async () => {
    const patience = { connectionMillis: 20_000, statementMillis: 20_000 };
    database = new Database({ url: world.databaseUrl, poolSize: 4, secretsKey: Buffer.alloc(32), patience });
    await asOwner(
      world.databaseUrl,
      `create table gadgets (name text unique check (name <> 'refused')); grant select, insert on gadgets to tandem_app`,
    );
  });
  beforeEach(() => asOwner(world.databaseUrl, 'truncate gadgets'));

  it('takes the first statements of the next transaction with the commit of the one before', async () => {
    await add('warm');
    const writes = jest.spyOn(Socket.prototype as unknown as { _writeGeneric: () => void }, '_writeGeneric');
    const names = Array.from({ length: 10 }, (_, i) => `gadget ${i}`);
    await Promise.all(names.map((name) => add(name)));
    // The first look, nine commits with the next look, the last commit.
    expect(writes).toHaveBeenCalledTimes(11);
    writes.mockRestore();
    expect(await stored()).toEqual([...names, 'warm']);
  });

  it.each([true, false])(
    'is as good as new for whoever follows one that fails in its commit (looking first: %s)',
    async (looks) => {
      const work = [
        add('one'),
        add('refused'),
        add('two', looks),
        add('refused', looks),
        add('refused'),
        add('three', looks),
      ];
      expect(await outcomes(work)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
      expect(await stored()).toEqual(['one', 'three', 'two']);
    },
  );

  it('is as good as new for a statement alone, and for whoever asks for nothing', async () => {
    const nothing = () => ours(() => database.run(async () => 'nothing'));
    const alone = (name: string) => ours(() => database.batch([insert(name)]));
    const work = [
      add('refused'),
      alone('alone'),
      add('refused'),
      nothing(),
      alone('refused'),
      add('refused'),
      nothing(),
      alone('last'),
    ];
    expect(await outcomes(work)).toEqual(work.map((_, i) => ([0, 2, 4, 5].includes(i) ? 'rejected' : 'fulfilled')));
    expect(await stored()).toEqual(['alone', 'last']);
    expect(await ours(() => database.query('select count(*)::int as count from gadgets'))).toEqual([{ count: 2 }]);
  });

  it('prepares anew what the one that failed was the first to prepare', async () => {
    const text = 'insert into gadgets select $1::text where $2';
    const unusual = (name: string) =>
      ours(() =>
        database.run(() => database.defer([insert('refused'), { text, values: [name, true] }]).then(() => name)),
      );
    const usual = () => ours(() => database.batch([{ text, values: ['usual', true] }]));
    expect(await outcomes([add('one'), unusual('two'), usual()])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual(['one', 'usual']);
  });

  it('keeps nothing of those who share it when it breaks, and is replaced', async () => {
    const busy = asOwner(
      world.databaseUrl,
      `begin; insert into gadgets values ('taken'); select pg_sleep(0.5); rollback`,
    );
    await eventually(async () => expect(await sleeping()).toHaveLength(1));
    const work = [add('taken'), add('behind')];
    await eventually(async () => expect(await blocked()).toHaveLength(1));
    await asOwner(
      world.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'transactionid'`,
    );
    const unavailable = expect.objectContaining({ kind: 'unavailable' });
    for (const one of work) await expect(one).rejects.toEqual(unavailable);
    await busy;
    await add('after');
    expect(await stored()).toEqual(['after']);
  });

  it('keeps no other tenant waiting', async () => {
    let goOn = () => {};
    const held = ours(() => database.run(() => new Promise<void>((resolve) => (goOn = resolve))));
    const waiting = add('later');
    expect(await theirs(() => database.query('select 1 as one'))).toEqual([{ one: 1 }]);
    goOn();
    await Promise.all([held, waiting]);
  });

  const activity = (condition: string) =>
    asOwner(world.databaseUrl, `select pid from pg_stat_activity where datname = current_database() and ${condition}`);
  const sleeping = () => activity(`wait_event = 'PgSleep'`);
  const blocked = () => activity(`wait_event = 'transactionid'`);
});
