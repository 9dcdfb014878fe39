import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { useTwoTenants } from '@tandem/testing/two-tenants';
import { Database } from './database.js';

const unavailable = expect.objectContaining({ kind: 'unavailable' });

describe('looking up', () => {
  afterAll(() => hasty.close());
  const world = useTwoTenants();
  let hasty: Database;
  const ours = <T>(work: () => T) => asTenant(world.ours.tenantId, work);

  beforeAll(() => {
    const patience = { connectionMillis: 20_000, statementMillis: 300 };
    hasty = new Database({ url: world.databaseUrl, poolSize: 2, secretsKey: Buffer.alloc(32), patience });
  });

  const nameOf = (id: string) =>
    world.database.lookUp({ text: 'select name from tenants where id = $1', values: [id] });
  const acquired = jest.fn();
  const ourId = () => world.ours.tenantId;

  beforeEach(() => {
    acquired.mockClear();
    world.database.pool.on('acquire', acquired);
  });
  afterEach(() => void world.database.pool.off('acquire', acquired));

  it('asks in one round trip what a tenant looks up at the same time', async () => {
    const ids = Array.from({ length: 32 }, (_, i) => (i % 2 ? world.theirs.tenantId : ourId()));
    const found = await ours(() => Promise.all(ids.map(nameOf)));
    expect(found).toEqual(ids.map((id) => (id === ourId() ? { name: 'Ours' } : undefined)));
    expect(acquired).toHaveBeenCalledTimes(1);
  });

  it('keeps tenants apart', async () => {
    const found = await Promise.all([
      ours(() => nameOf(ourId())),
      asTenant(world.theirs.tenantId, () => nameOf(ourId())),
      ours(() => nameOf(world.theirs.tenantId)),
      asTenant(world.theirs.tenantId, () => nameOf(world.theirs.tenantId)),
    ]);
    expect(found).toEqual([{ name: 'Ours' }, undefined, undefined, { name: 'Theirs' }]);
    expect(acquired).toHaveBeenCalledTimes(2);
  });

  it('answers the others where one fails', async () => {
    const failing = () => world.database.lookUp({ text: 'select 1 / $1::int as one', values: [0] });
    const all = await ours(() => Promise.allSettled([nameOf(ourId()), failing(), nameOf(ourId())]));
    expect(all).toMatchObject([
      { value: { name: 'Ours' } },
      { reason: { code: '22012' } },
      { value: { name: 'Ours' } },
    ]);
  });

  it('tells all of them once that the database takes too long', async () => {
    hasty.pool.on('acquire', acquired);
    const slow = () => hasty.lookUp({ text: 'select pg_sleep(60)' });
    const all = await ours(() => Promise.allSettled([slow(), hasty.lookUp({ text: 'select 1 as one' })]));
    expect(all).toEqual([0, 1].map(() => ({ status: 'rejected', reason: unavailable })));
    expect(acquired).toHaveBeenCalledTimes(1);
  });

  it('sees in a transaction what that has written', async () => {
    const rolledBack = ours(() =>
      world.database.run(async () => {
        await world.database.query('update tenants set name = $1', ['written']);
        expect(await nameOf(ourId())).toEqual({ name: 'written' });
        throw new Error('stop');
      }),
    );
    await expect(rolledBack).rejects.toThrow('stop');
  });
});
