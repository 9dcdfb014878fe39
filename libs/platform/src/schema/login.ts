import pg from 'pg';
import { applicationRole, searcherRole, sweeperRole, withClient } from '../postgres/connection.js';
import { createRoles, grantSearcher, rolesRefused } from './row-security.js';

interface Login {
  name: string;
  password: string;
}

/** SQL for a power that the application must not have; null for a harmless role. */
const powers = `case
    when r.rolsuper then 'is a superuser'
    when r.rolbypassrls then 'bypasses row-level security'
    when r.rolreplication then 'may copy the whole server'
    when r.rolcreaterole then 'may create roles'
    when r.rolname in ('pg_read_all_data', 'pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files',
      'pg_execute_server_program') then 'has access to all data, files or programs of the server'
    when exists (select from pg_database where datname = current_database() and datdba = r.oid) then 'owns the database'
    when exists (select from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p') and c.relnamespace in
      (select oid from pg_namespace where nspname in ('public', 'bullmq'))) then 'owns tables'
  end`;

/** The most powerful role that a login is or can become: an injected statement could use SET ROLE. */
const worst = (login: string) => `
  select l.rolname as login, r.rolname as role, power
  from pg_roles l join pg_roles r on pg_has_role(l.oid, r.oid, 'member'), lateral (select ${powers} as power) p
  where l.rolname = ${login} and power is not null order by r.oid <> l.oid, r.rolname limit 1`;

interface Worst {
  login: string;
  role: string;
  power: string;
}

/** Why the application must not use this login, such as `ada is a superuser`; undefined if it may. */
export const faultOfLogin = (url: string): Promise<string | undefined> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Worst>(worst('session_user'));
    if (rows[0]) return describe(rows[0]);
    const acting = await client.query<{ login: string; isMember: boolean }>(
      `select session_user as login, exists(select from pg_roles
         where rolname = $1 and pg_has_role(session_user, oid, 'member')) as "isMember"`,
      [applicationRole],
    );
    const { login, isMember } = acting.rows[0]!;
    return isMember ? undefined : `${login} is not a member of ${applicationRole}`;
  });

const describe = ({ login, role, power }: Worst) =>
  login === role ? `${login} ${power}` : `${login} can become ${role}, which ${power}`;

/** A login with only the application's roles; rejects one with more. `ownerUrl` needs CREATEROLE. Returns a URL. */
export const makeLogin = (ownerUrl: string, { name, password }: Login): Promise<string> =>
  withClient(ownerUrl, async (client) => {
    if (name === sweeperRole || name === searcherRole)
      throw new Error(`${name} is a role that cannot log in; choose another name`);
    const { rows } = await client.query<Worst>(worst('$1'), [name]);
    if (rows[0]) throw new Error(`${describe(rows[0])}, so the application must not log in as it; choose another name`);
    await client.query(`begin; ${createRoles}${loginSql({ name, password })} commit`).catch(rolesRefused);
    return addressOf(ownerUrl, { name, password });
  });

/** The part that needs CREATEROLE, for an administrator to run in the database; safe to repeat. */
export const setupSql = (login: Login): string => `${createRoles}${grantSearcher}${loginSql(login)}`;

/** The login inherits no rights. Timeouts and time zone are set on it too, because a pooler drops startup options. */
function loginSql({ name, password }: Login): string {
  const [role, literal] = [pg.escapeIdentifier(name), pg.escapeLiteral(name)];
  return `
  do $$
  begin
    if exists (select from pg_roles where rolname = ${literal} and (rolsuper or rolbypassrls or rolcreaterole)) then
      raise exception '% can do too much for a login of an application', ${literal};
    end if;
    if not exists (select from pg_roles where rolname = ${literal}) then
      create role ${role};
    end if;
  end $$;
  alter role ${role} login noinherit password ${pg.escapeLiteral(password)};
  alter role ${role} set statement_timeout = '2s';
  alter role ${role} set idle_in_transaction_session_timeout = '5s';
  alter role ${role} set timezone = 'UTC';
  ${name === applicationRole ? '' : `grant ${applicationRole} to ${role};`}
`;
}

export function addressOf(url: string, { name, password }: Login): string {
  const address = new URL(url);
  // Without a host, as with a socket, the user has to be an option of the URL.
  if (!address.host) {
    address.searchParams.set('user', name);
    address.searchParams.set('password', password);
    return address.toString();
  }
  address.username = encodeURIComponent(name);
  address.password = encodeURIComponent(password);
  return address.toString();
}
