import { FollowTimeZones } from '@tandem/domain/tenants/follow-time-zones';
import { EraseClosedTenants } from '@tandem/domain/tenants/erase-closed-tenants';
import { FindTenant } from '@tandem/domain/tenants/find-tenant';
import { Tenants } from '@tandem/domain/tenants/tenants.port';
import { audits, bind, byHand, every, type Feature } from '@tandem/platform/feature/feature';
import { EraseStoredResponses } from './erase-stored-responses.js';
import { ForgetAnsweredRequests } from './forget-answered-requests.js';
import { CreateTenants1764000001000 } from './migrations/1764000001000-create-tenants.js';
import { MarkChangedZones1795972000000 } from './migrations/1795972000000-mark-changed-zones.js';
import { CloseTenants1795980700002 } from './migrations/1795980700002-close-tenants.js';
import { SqlTenants } from './sql-tenants.js';
import { tenantFields } from './tenant.fields.js';
import { tenantRoutes } from './tenants.routes.js';
import { tenantsProblems } from './tenants.problems.js';

export const tenants: Feature = {
  name: 'tenants',
  summary: 'The workspace itself, and the caller',
  toolVocabulary: { synonyms: { am: 'me', myself: 'me' } },
  tables: [tenantFields.table],
  migrations: [CreateTenants1764000001000, MarkChangedZones1795972000000, CloseTenants1795980700002],
  adapters: [bind(Tenants, SqlTenants)],
  audits: audits('tenant', ['created', 'updated', 'closed']),
  routes: tenantRoutes,
  problems: tenantsProblems,
  jobs: [
    every(300, ForgetAnsweredRequests),
    every(10, FollowTimeZones),
    every(3600, EraseClosedTenants),
    byHand(FindTenant),
  ],
  provides: [EraseStoredResponses],
};
