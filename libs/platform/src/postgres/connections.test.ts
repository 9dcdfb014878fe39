import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { eventually } from '@tandem/testing/eventually';
import { readyLate } from '@tandem/testing/late-postgres';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { Database } from './database.js';

const timeouts = { connectionMillis: 20_000, statementMillis: 20_000 };

describe('a connection shared by tenants', () => {
  afterAll(() => database.close());
  const world = useTwoTenants();
  /** One connection for each tenant. */
  let database: Database;
  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);
  const theirs = <T>(work: () => T) => asTenant(world.theirs.tenantId, work);
  const insert = (name: string) => ({ text: 'insert into gadgets values ($1)', values: [name] });
  /** Reads first, as most use cases do, and inserts with the commit. */
  const add = (name: string, readsFirst = true, through = database) =>
    ours(() =>
      through.run(async () => {
        const rows = readsFirst ? await through.query('select $1::text as name', [name]) : [{ name }];
        await through.defer([insert(name)]);
        return rows[0]!.name;
      }),
    );
  const stored = async () =>
    (await asOwner<{ name: string }>(world.databaseUrl, 'select name from gadgets order by name')).map(
      ({ name }) => name,
    );
  const outcomes = async (work: Promise<unknown>[]) => (await Promise.allSettled(work)).map(({ status }) => status);

  beforeAll(async () => {
    database = new Database({ url: world.databaseUrl, poolSize: 4, secretsKey: Buffer.alloc(32), timeouts });
    await asOwner(
      world.databaseUrl,
      `create table gadgets (name text unique check (name <> 'refused'));
      grant select, insert on gadgets to tandem_app`,
    );
  });
  beforeEach(() => asOwner(world.databaseUrl, 'truncate gadgets'));

  it.each([true, false])(
    'is clean after a transaction that failed in its commit (reading first: %s)',
    async (readsFirst) => {
      const work = [
        add('one'),
        add('refused'),
        add('two', readsFirst),
        add('refused', readsFirst),
        add('refused'),
        add('three', readsFirst),
      ];
      expect(await outcomes(work)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled']);
      expect(await stored()).toEqual(['one', 'three', 'two']);
    },
  );

  it('is clean for a single statement and for a transaction without statements', async () => {
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

  it('prepares a statement again when the transaction that prepared it first failed', async () => {
    const text = 'insert into gadgets select $1::text where $2';
    const unusual = (name: string) =>
      ours(() =>
        database.run(() => database.defer([insert('refused'), { text, values: [name, true] }]).then(() => name)),
      );
    const usual = () => ours(() => database.batch([{ text, values: ['usual', true] }]));
    expect(await outcomes([add('one'), unusual('two'), usual()])).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual(['one', 'usual']);
  });

  it('loses the whole transaction when it breaks, and is replaced for the next one', async () => {
    const holder = asOwner(world.databaseUrl, `begin; insert into gadgets values ('taken'); select pg_sleep(60)`);
    const ended = expect(holder).rejects.toThrow('terminating');
    try {
      await eventually(async () => expect(await waitingFor('PgSleep')).toHaveLength(1));
      const work = [add('taken'), add('behind')];
      await eventually(async () => expect(await waitingFor('transactionid')).toHaveLength(1));
      await end('transactionid');
      await expect(work[0]).rejects.toEqual(expect.objectContaining({ kind: 'unavailable' }));
      expect(await work[1]).toBe('behind');
    } finally {
      await Promise.all([end('PgSleep'), ended]);
    }
    await add('after');
    expect(await stored()).toEqual(['after', 'behind']);
  });

  it('returns to each caller its own rows, even when PostgreSQL is slow to become ready after a failure', async () => {
    const { url, close } = await readyLate(world.databaseUrl);
    const late = new Database({ url, poolSize: 4, secretsKey: Buffer.alloc(32), timeouts });
    const addLate = (name: string, readsFirst = true) => add(name, readsFirst, late);
    for (let round = 0; round < 10; round++) {
      const names = ['a', 'b', 'c', 'd'].map((letter) => `${letter} ${round}`);
      const work = [
        ours(() => late.batch([insert('refused')])),
        addLate(names[0]!, false),
        addLate(names[1]!),
        ours(() => late.run(() => late.query('select 1 / 0').catch(() => []))),
        addLate(names[2]!, false),
        addLate(names[3]!),
      ];
      const values = (await Promise.allSettled(work)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
      expect(values).toEqual(['failed', names[0], names[1], 'failed', names[2], names[3]]);
    }
    expect(await stored()).toHaveLength(40);
    await late.close();
    await close();
  });

  it('keeps the order of concurrent statements after a failure', async () => {
    for (let round = 0; round < 20; round++) {
      const refused = add('refused');
      const two = ours(() =>
        database.run(() => {
          const later = new Promise((resolve) => process.nextTick(resolve)).then(() =>
            database.query('select 2 as two'),
          );
          return Promise.all([database.query('select 1 as one'), later]);
        }),
      );
      expect(await outcomes([refused, two])).toEqual(['rejected', 'fulfilled']);
      expect(await two).toEqual([[{ one: 1 }], [{ two: 2 }]]);
    }
  });

  it('completes its commit although the next transaction fails', async () => {
    const unreachable = Object.assign(new Error('an unreachable store'), { code: 'ECONNREFUSED' });
    const next = ours(() => database.run(() => Promise.reject(unreachable)));
    const busy = ours(() => database.run(() => Promise.all([database.query('select 1'), Promise.reject(unreachable)])));
    expect(await outcomes([add('one'), next, add('two'), busy])).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect(await stored()).toEqual(['one', 'two']);
  });

  it('does not keep another tenant waiting, even as the only connection', async () => {
    const single = new Database({ url: world.databaseUrl, poolSize: 1, secretsKey: Buffer.alloc(32), timeouts });
    const read = () => single.run(() => single.query('select 1 as one'));
    let isOver = false;
    let done = 0;
    const loop = async () => {
      for (; !isOver; done++) await ours(read);
    };
    const loops = Array.from({ length: 8 }, loop);
    await eventually(() => expect(done).toBeGreaterThan(50));
    const before = done;
    expect(await theirs(read)).toEqual([{ one: 1 }]);
    expect(done - before).toBeLessThan(50);
    isOver = true;
    await Promise.all(loops);
    await single.close();
  });

  const activity = (columns: string, event: string) =>
    asOwner(
      world.databaseUrl,
      `select ${columns} from pg_stat_activity where datname = current_database() and wait_event = '${event}'`,
    );
  const waitingFor = (event: string) => activity('pid', event);
  const end = (event: string) => activity('pg_terminate_backend(pid)', event);
});
