import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import { currentScope, type OfTenant } from '@tandem/domain/core/scope';
import type { Tenant } from '@tandem/domain/tenants/tenant';
import type { NewZone, Tenants } from '@tandem/domain/tenants/tenants.port';
import { storeOf } from '@tandem/platform/store/store-of';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { ofTenant, tenantStatement } from '@tandem/platform/postgres/statements';
import { tenantFields } from './tenant.fields.js';

const zoneFollowed = `update tenants t set zone_changed_at = null where ${ofTenant()} and t.zone_changed_at = $2`;
const erasedAtOnce = 2000;

export class SqlTenants extends storeOf(SqlStore<Tenant>, tenantFields) implements Tenants {
  /** Invalidates cached callers, which include the time zone and country of their tenant. */
  protected override readonly announces = 'tandem_access';

  override add(tenant: Tenant): Promise<Tenant> {
    return super.add(tenant, [
      tenantStatement('insert into tenant_slugs (tenant_id, slug) values ($1, $2)', tenant.slug),
    ]);
  }

  current(): Promise<Tenant> {
    return this.one(currentScope().tenantId);
  }

  changeCurrent(rule: (tenant: Tenant) => void): Promise<Tenant> {
    return this.change(currentScope().tenantId, rule);
  }

  pageAcrossTenants(request: PageRequest): Promise<Page<Tenant>> {
    return this.database.acrossTenants(() => this.page(request));
  }

  findAcrossTenants(named: string): Promise<Tenant | undefined> {
    return this.database.acrossTenants(() => this.first((bind) => `${bind(named)} in (t.slug, t.id::text)`));
  }

  withNewZoneAcrossTenants(): Promise<NewZone[]> {
    return this.database.queryAcrossTenants(
      `select tenant_id as "tenantId", timezone, zone_changed_at as "zoneChangedAt"
       from tenants where zone_changed_at is not null order by zone_changed_at limit 100`,
    );
  }

  async zoneFollowed(changedAt: Date): Promise<void> {
    await this.database.queryOfTenant(zoneFollowed, changedAt);
  }

  readAcrossTenants(id: string): Promise<Rendered<Tenant>> {
    return this.database.acrossTenants(() => this.read(id));
  }

  erasableAcrossTenants(): Promise<OfTenant[]> {
    const text = `select t.tenant_id as "tenantId" from tenants t
      where t.closed_at < now() - interval '30 days' order by t.closed_at`;
    return this.database.queryAcrossTenants(text);
  }

  async eraseSomeAcrossTenants(id: string): Promise<number> {
    const text = 'select erase_tenant($1, $2)::int as erased';
    const [found] = await this.database.queryAcrossTenants<{ erased: number }>(text, [id, erasedAtOnce]);
    return found!.erased;
  }

  /** Across tenants every row matches, but PostgreSQL rejects a parameter `$1` that no condition gives a type. */
  protected override living(alive?: string): string[] {
    const conditions = super.living(alive);
    return this.database.isAcrossTenants ? conditions.with(0, '$1::uuid is not null') : conditions;
  }
}
