import { describe, expect, it } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { useTwoTenants } from '@tandem/testing/two-tenants';

describe('a database error', () => {
  const world = useTwoTenants();
  const query = (text: string) => world.database.query(text);
  const inTransaction = (work: () => Promise<unknown>) => asTenant(world.ours.tenantId, () => world.database.run(work));
  const unavailable = expect.objectContaining({ kind: 'unavailable' });

  it('of a read-only server, as after a failover, is reported as unavailable', async () => {
    const writing = inTransaction(async () => {
      await query('set transaction read only');
      await query(`update tenants set name = 'Written'`);
    });
    await expect(writing).rejects.toEqual(unavailable);
  });

  it('after the server ended an idle transaction is reported as unavailable', async () => {
    const frozen = inTransaction(async () => {
      await query('set local idle_in_transaction_session_timeout = 20');
      await query(`update tenants set name = 'Frozen'`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      await query('select 1');
    });
    await expect(frozen).rejects.toEqual(unavailable);
    expect(await inTransaction(() => query('select 1 as one'))).toEqual([{ one: 1 }]);
  });
});
