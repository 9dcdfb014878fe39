import { describe, expect, it } from '@jest/globals';
import { currentScope } from '@tandem/domain/core/scope';
import type { Tenant } from '@tandem/domain/tenants/tenant';
import { useStore } from '@tandem/testing/use-store';
import { SqlTenants } from './sql-tenants.js';

/** `storeContract` adds many records, but a scope has only one tenant. */
describe('SqlTenants', () => {
  const { ours, theirs, query } = useStore(SqlTenants);
  const ourId = () => ours(() => currentScope().tenantId);
  const stored = async () => ({
    tenant: (await ours((tenants) => tenants.read(ourId()))).json,
    events: await query('select id from events where resource_id = $1', [ourId()]),
  });
  const rename = (tenant: Tenant) => tenant.update({ name: 'Another' });
  const notFound = expect.objectContaining({ kind: 'not_found' });

  it('hides a tenant from another in every method', async () => {
    const id = ourId();
    const before = await stored();
    expect(await theirs((tenants) => tenants.find(id))).toBeUndefined();
    expect(await theirs((tenants) => tenants.lockShared(id))).toBeUndefined();
    expect(await theirs((tenants) => tenants.present([id]))).toEqual(new Set());
    await expect(theirs((tenants) => tenants.read(id))).rejects.toEqual(notFound);
    await expect(theirs((tenants) => tenants.change(id, rename))).rejects.toEqual(notFound);
    await expect(theirs((tenants) => tenants.remove(id, rename))).rejects.toEqual(notFound);
    const { items } = await theirs((tenants) => tenants.page({}));
    expect(items.map(({ json }) => (JSON.parse(json) as Tenant).name)).toEqual(['Theirs']);
    expect(await stored()).toEqual(before);
  });

  it('saves no change and no event if the rule throws', async () => {
    const before = await stored();
    const stop = new Error('the rule says no');
    const failing = (tenant: Tenant) => {
      rename(tenant);
      throw stop;
    };
    await expect(ours((tenants) => tenants.change(ourId(), failing))).rejects.toBe(stop);
    expect(await stored()).toEqual(before);
  });
});
