import { applicationRole, searcherRole, sweeperRole } from '../postgres/connection.js';
import { WrongSettings } from '../settings/settings.js';

interface Grants {
  /** Rights of the application; all four by default. */
  application?: string;
  /** Rights of work across tenants, by column for reads: `select (tenant_id, id, due_at)`; none by default. */
  sweeper?: string;
}

const ofTenant = `tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid`;

/**
 * Forced, so that it also binds the owner, whose functions erase rows of the tenant set; without a tenant no row is
 * visible, except to the sweeper's role.
 */
export function tenantRows(
  table: string,
  { application = 'select, insert, update, delete', sweeper }: Grants = {},
): string {
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    ${ownerPolicy(table)};
    create policy ${table}_of_tenant on ${table} to ${applicationRole} using (${ofTenant}) with check (${ofTenant});
    grant ${application} on ${table} to ${applicationRole};
    ${sweeper ? sweeperPolicy(table, sweeper) : ''}`;
}

export const ownerPolicy = (table: string) =>
  `create policy ${table}_of_owner on ${table} to current_user using (${ofTenant}) with check (${ofTenant})`;

const sweeperPolicy = (table: string, grants: string) => `
    create policy ${table}_across_tenants on ${table} to ${sweeperRole} using (true) with check (true);
    grant ${grants} on ${table} to ${sweeperRole};`;

const createRole = (role: string) => `
    if not exists (select from pg_roles where rolname = '${role}') then
      create role ${role} nologin noinherit nobypassrls;
    end if;`;

/** None of them owns a table, can log in or bypasses row-level security. */
export const createRoles = `
  do $$
  begin
    ${[applicationRole, sweeperRole, searcherRole].map(createRole).join('')}
    if not pg_has_role('${applicationRole}', '${sweeperRole}', 'member') then
      grant ${sweeperRole} to ${applicationRole};
    end if;
  exception when duplicate_object or unique_violation then null; -- two migrators at once
  end $$;
  grant usage on schema public to ${applicationRole}, ${sweeperRole}, ${searcherRole};`;

/** Lets the owner of the database give functions to the searcher's role. */
export const grantSearcher = `
  do $$
  begin
    execute format('grant ${searcherRole} to %I',
      (select pg_get_userbyid(datdba) from pg_database where datname = current_database()));
  end $$;
`;

const insufficientPrivilege = '42501';

export function rolesRefused(error: Error & { code?: string }): never {
  if (error.code !== insufficientPrivilege) throw error;
  throw new WrongSettings([
    'MIGRATION_DATABASE_URL: this login lacks CREATEROLE, without which it cannot make the roles of the application ' +
      `(${error.message}); grant it that, ` +
      'or run once as an administrator what npm run cli -- database setup-sql prints',
  ]);
}
