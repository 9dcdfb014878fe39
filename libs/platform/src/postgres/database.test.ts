import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { openTwoTenants, type TwoTenants } from '@tandem/testing/two-tenants';

const unavailable = expect.objectContaining({ kind: 'unavailable' });

describe('the database', () => {
  let world: TwoTenants;
  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);
  const query = (text: string, values: unknown[] = []) => world.database.query(text, values);
  const rename = (name: string) => query('update tenants set name = $1 where id = $2', [name, world.ours.tenantId]);
  const name = async () => (await ours(() => query('select name from tenants')))[0]!.name;

  beforeAll(async () => {
    world = await openTwoTenants();
    // Fails as often as it is told to, the way a serialization failure does; a sequence is not rolled back.
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
  afterAll(() => world.close());

  it('keeps all of a transaction or nothing, nested calls included', async () => {
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

  it('keeps nothing of several statements when the last of them fails', async () => {
    const statements = [{ text: `update tenants set name = 'half'` }, { text: 'select 1 / $1::int', values: [0] }];
    await expect(ours(() => world.database.batch(statements))).rejects.toMatchObject({ code: '22012' });
    expect(await name()).toBe('Renamed');
    await expect(ours(() => world.database.run(() => world.database.batch(statements)))).rejects.toBeDefined();
    expect(await name()).toBe('Renamed');
  });

  it('tries again three times what failed because others were faster', async () => {
    const alone = () => query('select contended(2)');
    const inTransaction = () => world.database.run(alone);
    for (const work of [alone, inTransaction]) {
      await asOwner(world.databaseUrl, 'alter sequence attempts restart');
      expect(await ours(work)).toEqual([{ contended: 3 }]);
    }
  });

  it('then says that it is not available now', async () => {
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

  it('ends a statement that takes longer than two seconds', async () => {
    const started = Date.now();
    await expect(ours(() => query('select pg_sleep(10)'))).rejects.toEqual(unavailable);
    expect(Date.now() - started).toBeLessThan(2800);
  });

  it('gives up a transaction of many slow statements before its caller does', async () => {
    const started = Date.now();
    const slow = ours(() =>
      world.database.run(async () => {
        await rename('slow');
        for (let i = 0; i < 20; i++) await query('select pg_sleep(1.8)');
      }),
    );
    await expect(slow).rejects.toEqual(unavailable);
    expect(Date.now() - started).toBeLessThan(9500);
    expect(await name()).toBe('Renamed');
  });

  it('acts for every tenant only where the method says so, and for one again afterwards', async () => {
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

  it('serves one after another what many ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => ours(() => query('select $1::int as i', [i]))),
    );
    expect(answers.map(([row]) => row!.i)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });
});
