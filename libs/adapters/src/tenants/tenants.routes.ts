import { CreateTenant } from '@tandem/domain/tenants/create-tenant';
import { GetMe } from '@tandem/domain/tenants/get-me';
import { Tenants } from '@tandem/domain/tenants/tenants.port';
import { UpdateTenant } from '@tandem/domain/tenants/update-tenant';
import { one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { query } from '@tandem/platform/feature/queries';
import { ById, NoInput, PageInput } from '@tandem/platform/inputs/list-inputs';
import { meView, newTenantView } from './me.view.js';
import { tenantView } from './tenant.view.js';
import { CreateTenantInput, UpdateTenantInput } from './tenants.inputs.js';

export const tenantRoutes = [
  route({
    method: 'post',
    path: '/tenants',
    access: 'operator',
    summary: 'Create a tenant with its owner and first API key',
    input: CreateTenantInput,
    run: CreateTenant,
    answer: one(newTenantView),
    status: 201,
    location: '/tenants/{tenant.id}',
    problems: ['409 slug_taken'],
    example: { name: 'Acme', owner: { name: 'Ada', email: 'ada@example.com' } },
  }),
  route({
    method: 'get',
    path: '/tenants',
    access: 'operator',
    summary: 'List all tenants',
    input: PageInput,
    run: query('ListTenants', [Tenants], (page: PageInput, tenants) => tenants.pageAcrossTenants(page)),
    answer: pageOf(tenantView),
  }),
  route({
    method: 'get',
    path: '/tenants/:id',
    access: 'operator',
    summary: 'Get any tenant',
    input: ById,
    run: query('GetTenant', [Tenants], ({ id }: ById, tenants) => tenants.readAcrossTenants(id)),
    answer: one(tenantView),
  }),
  route({
    method: 'patch',
    path: '/tenant',
    access: 'members:admin',
    summary: "Change the caller's tenant",
    input: UpdateTenantInput,
    run: UpdateTenant,
    answer: one(tenantView),
    example: { timezone: 'Europe/Berlin' },
  }),
  route({
    method: 'get',
    path: '/me',
    access: 'authenticated',
    summary: 'Say who the caller is and what they may do',
    input: NoInput,
    run: GetMe,
    answer: one(meView),
  }),
];
