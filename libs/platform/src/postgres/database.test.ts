import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { eventually } from '@tandem/testing/eventually';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { Database } from './database.js';

const unavailable = expect.objectContaining({ kind: 'unavailable' });

describe('the database', () => {
  afterAll(() => hasty.close());
  const world = useTwoTenants();
  let hasty: Database;
  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);
  const query = (text: string, values: unknown[] = []) => world.database.query(text, values);
  const rename = (name: string) => query('update tenants set name = $1 where id = $2', [name, world.ours.tenantId]);
  const name = async () => (await ours(() => query('select name from tenants')))[0]!.name;

  beforeAll(async () => {
    const timeouts = { connectionMillis: 20_000, statementMillis: 300 };
    hasty = new Database({ url: world.databaseUrl, poolSize: 2, secretsKey: Buffer.alloc(32), timeouts });
    // Fails a given number of times like a serialization failure; a sequence is not rolled back.
    await asOwner(
      world.databaseUrl,
      `create sequence attempts;
       create function contended(failures int) returns bigint language plpgsql security definer as $$
       declare attempt bigint := nextval('attempts');
       begin
         if attempt <= failures then raise exception 'busy' using errcode = '40001'; end if;
         return attempt;
       end $$`,
    );
  });

  it('commits a transaction as a whole or not at all, nested calls included', async () => {
    const stop = new Error('stop');
    const failing = ours(() =>
      world.database.run(async () => {
        await rename('outer');
        await world.database.run(() => rename('inner'));
        throw stop;
      }),
    );
    await expect(failing).rejects.toBe(stop);
    expect(await name()).toBe('Ours');
    await ours(() => world.database.run(() => world.database.run(() => rename('Renamed'))));
    expect(await name()).toBe('Renamed');
  });

  it('keeps nothing of a batch whose last statement fails', async () => {
    const statements = [{ text: `update tenants set name = 'half'` }, { text: 'select 1 / $1::int', values: [0] }];
    await expect(ours(() => world.database.batch(statements))).rejects.toMatchObject({ code: '22012' });
    expect(await name()).toBe('Renamed');
    await expect(ours(() => world.database.run(() => world.database.batch(statements)))).rejects.toBeDefined();
    expect(await name()).toBe('Renamed');
  });

  it('sends concurrent statements of a transaction in one round trip, in order', async () => {
    let writes: jest.SpiedFunction<Socket['write']> | undefined;
    world.database.pool.once('acquire', (client) => {
      writes = jest.spyOn((client as unknown as { connection: { stream: Socket } }).connection.stream, 'write');
    });
    const read = await ours(() =>
      world.database.run(async () => {
        const [, rows] = await Promise.all([rename('At once'), query('select name from tenants')]);
        await rename('Renamed');
        return rows;
      }),
    );
    expect(read).toEqual([{ name: 'At once' }]);
    // The concurrent pair, the second rename, and the commit.
    expect(writes).toHaveBeenCalledTimes(3);
    writes!.mockRestore();
  });

  it('rejects statements of a finished transaction, whose connection may be in use elsewhere', async () => {
    let late: Promise<unknown> | undefined;
    const failing = () =>
      world.database.run(() => {
        late = query('select 1').then(() => query('select 2'));
        return Promise.all([late, Promise.reject(new Error('stop'))]);
      });
    await expect(ours(failing)).rejects.toThrow('stop');
    await expect(late).rejects.toThrow('is over');
    expect(await name()).toBe('Renamed');
  });

  it('retries serialization failures three times', async () => {
    const alone = () => query('select contended(2)');
    const inTransaction = () => world.database.run(alone);
    for (const work of [alone, inTransaction]) {
      await asOwner(world.databaseUrl, 'alter sequence attempts restart');
      expect(await ours(work)).toEqual([{ contended: 3 }]);
    }
  });

  it('reports unavailable after the last retry', async () => {
    for (const work of [
      () => query('select contended(99)'),
      () => world.database.run(() => query('select contended(99)')),
    ]) {
      await asOwner(world.databaseUrl, 'alter sequence attempts restart');
      await expect(ours(work)).rejects.toEqual(unavailable);
      expect(await asOwner(world.databaseUrl, 'select last_value::int as attempts from attempts')).toEqual([
        { attempts: 4 },
      ]);
    }
  });

  it('ends a statement that exceeds its timeout', async () => {
    await expect(ours(() => hasty.query('select pg_sleep(60)'))).rejects.toEqual(unavailable);
  });

  it('ends a transaction of many slow statements at its deadline', async () => {
    let statements = 0;
    const slow = ours(() =>
      hasty.run(async () => {
        await hasty.query('update tenants set name = $1', ['slow']);
        for (; statements < 20; statements++) await hasty.query('select pg_sleep(0.2)');
      }),
    );
    await expect(slow).rejects.toEqual(unavailable);
    expect(statements).toBeLessThan(6);
    expect(await name()).toBe('Renamed');
  });

  it('undoes an attempt that exceeds the deadline, although its transaction commits', async () => {
    const late = ours(() =>
      hasty.run(async () => {
        const attempt = hasty.attempt(async () => {
          await hasty.query('update tenants set name = $1', ['late']);
          for (let n = 0; n < 20; n++) await hasty.query('select pg_sleep(0.2)');
        });
        await attempt.catch((error: unknown) => expect(error).toEqual(unavailable));
      }),
    );
    await late;
    expect(await name()).toBe('Renamed');
  });

  it('releases the locks of a transaction that sends no more statements', async () => {
    let resume: (() => void) | undefined;
    const frozen = ours(() =>
      hasty.run(async () => {
        await hasty.query('update tenants set name = $1', ['frozen']);
        await new Promise<void>((resolve) => (resume = resolve));
        await hasty.query('select 1');
      }),
    );
    await eventually(() => expect(resume).toBeDefined());
    await ours(() => rename('Freed'));
    resume!();
    await expect(frozen).rejects.toEqual(unavailable);
    expect(await name()).toBe('Freed');
    await ours(() => rename('Renamed'));
    expect(await ours(() => hasty.query('select 1 as one'))).toEqual([{ one: 1 }]);
  });

  it('crosses tenants only within acrossTenants', async () => {
    const tenants = () => query('select count(*) from tenants');
    expect(await world.database.acrossTenants(tenants)).toEqual([{ count: 2 }]);
    expect(await ours(tenants)).toEqual([{ count: 1 }]);
    const mixed = await ours(() =>
      world.database.run(async () => [
        await tenants(),
        await world.database.acrossTenants(tenants),
        await tenants(),
        await asTenant(world.theirs.tenantId, () => query('select name from tenants')),
        await query('select name from tenants'),
      ]),
    );
    expect(mixed).toEqual([
      [{ count: 1 }],
      [{ count: 2 }],
      [{ count: 1 }],
      [{ name: 'Theirs' }],
      [{ name: 'Renamed' }],
    ]);
  });

  it('runs one search of a tenant at a time, and those of others beside it', async () => {
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const search = (name: string) =>
      world.database.searching(() => new Promise<void>((end) => (order.push(name), ends.push(end))));
    const [first, second] = ['first', 'second'].map((name) => ours(() => search(name)));
    const theirs = asTenant(world.theirs.tenantId, () => search('theirs'));
    await eventually(() => expect(order).toEqual(['first', 'theirs']));
    ends[0]!();
    await first;
    await eventually(() => expect(order).toEqual(['first', 'theirs', 'second']));
    ends.forEach((end) => end());
    await Promise.all([second, theirs]);
  });

  it('serves more concurrent queries than it has connections', async () => {
    const queries = Array.from({ length: 60 }, (_, i) => ours(() => query('select $1::int as i', [i])));
    const results = await Promise.all(queries);
    expect(results.map(([row]) => row!.i)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });
});
