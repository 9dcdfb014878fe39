import type { Page, PageRequest, Rendered } from '../core/page.js';
import type { OfTenant } from '../core/scope.js';
import { Store } from '../core/store.js';
import type { Tenant } from './tenant.js';

export interface NewZone extends OfTenant {
  timezone: string;
  zoneChangedAt: Date;
}

export abstract class Tenants extends Store<Tenant> {
  abstract current(): Promise<Tenant>;

  abstract changeCurrent(rule: (tenant: Tenant) => void): Promise<Tenant>;

  abstract pageAcrossTenants(request: PageRequest): Promise<Page<Tenant>>;

  /** By slug or id; for the operator. */
  abstract findAcrossTenants(named: string): Promise<Tenant | undefined>;

  abstract withNewZoneAcrossTenants(): Promise<NewZone[]>;

  /** Unless the zone has changed again. */
  abstract zoneFollowed(changedAt: Date): Promise<void>;

  abstract readAcrossTenants(id: string): Promise<Rendered<Tenant>>;

  /** Tenants that were closed 30 days ago. */
  abstract erasableAcrossTenants(): Promise<OfTenant[]>;

  /** Deletes a batch of rows of such a tenant, the tenant itself last; resolves to their number, 0 at the end. */
  abstract eraseSomeAcrossTenants(id: string): Promise<number>;
}
