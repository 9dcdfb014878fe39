import { CloseTenant } from '@tandem/domain/tenants/close-tenant';
import { CreateTenant } from '@tandem/domain/tenants/create-tenant';
import { GetMe } from '@tandem/domain/tenants/get-me';
import { Tenants } from '@tandem/domain/tenants/tenants.port';
import { UpdateTenant } from '@tandem/domain/tenants/update-tenant';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { query } from '@tandem/platform/feature/queries';
import { ById, NoInput, PageInput } from '@tandem/platform/inputs/inputs';
import { meView, newTenantView } from './me.fields.js';
import { tenantView } from './tenant.fields.js';
import { CreateTenantInput, UpdateTenantInput } from './tenants.inputs.js';

export const tenantRoutes = [
  POST('/tenants', 'operator', 'Create a tenant with its owner and first API key', {
    input: CreateTenantInput,
    run: CreateTenant,
    response: one(newTenantView),
    location: '/tenants/{tenant.id}',
    problems: ['409 slug_taken'],
    example: { name: 'Acme', owner: { name: 'Ada', email: 'ada@example.com' } },
  }),
  GET('/tenants', 'operator', 'List all tenants', {
    input: PageInput,
    run: query('ListTenants', [Tenants], (page: PageInput, tenants) => tenants.pageAcrossTenants(page)),
    response: pageOf(tenantView),
  }),
  GET('/tenants/:id', 'operator', 'Get any tenant', {
    input: ById,
    run: query('GetTenant', [Tenants], ({ id }: ById, tenants) => tenants.readAcrossTenants(id)),
    response: one(tenantView),
  }),
  DELETE('/tenants/:id', 'operator', 'Close a tenant at once; it is erased 30 days later', {
    description:
      'Its keys, tokens and invitations get 401 from now on, and its agents, schedules and webhooks stop. After 30 ' +
      'days the worker deletes all of its rows. Closing it again changes nothing.',
    input: ById,
    run: CloseTenant,
    response: nothing,
  }),
  PATCH('/tenant', 'members:admin', "Update the caller's tenant", {
    input: UpdateTenantInput,
    run: UpdateTenant,
    response: one(tenantView),
    example: { timezone: 'Europe/Berlin' },
  }),
  GET('/me', 'authenticated', 'Get who the caller is and what they may do', {
    tool: 'front',
    input: NoInput,
    run: GetMe,
    response: one(meView),
  }),
];
