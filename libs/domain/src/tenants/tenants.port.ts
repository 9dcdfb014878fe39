import type { Page, PageRequest, Rendered } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Tenant } from './tenant.js';

export abstract class Tenants extends Store<Tenant> {
  /** The tenant of the open scope. */
  abstract current(): Promise<Tenant>;

  /** Like `change`, for the tenant of the open scope. */
  abstract changeCurrent(rule: (tenant: Tenant) => void): Promise<Tenant>;

  /** Every tenant, newest first: for the operator. */
  abstract pageAcrossTenants(request: PageRequest): Promise<Page<Tenant>>;

  /** Any tenant, by its slug or its id: for the operator. */
  abstract findAcrossTenants(named: string): Promise<Tenant | undefined>;

  /** Any tenant: for the operator. */
  abstract readAcrossTenants(id: string): Promise<Rendered<Tenant>>;
}
