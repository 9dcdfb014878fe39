import { afterAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { roleOption } from '@tandem/platform/postgres/connection';
import { faultOfLogin, makeLogin } from '@tandem/platform/schema/login';
import { tablesOf } from '@tandem/testing/catalogue';
import { asOwner, ownerOf } from '@tandem/testing/temporary-postgres';
import { useTwoTenants } from '@tandem/testing/two-tenants';

const refused = { code: '42501' };
const name = () => `t_${randomBytes(6).toString('hex')}`;

describe('the login of the application', () => {
  const roles: string[] = [];
  const owner = () => ownerOf(world.databaseUrl);

  afterAll(async () => {
    for (const role of roles) await asOwner(owner(), `drop owned by ${role}; drop role ${role}`);
  });
  const world = useTwoTenants();

  /** Runs injected statements on a connection of the application. */
  async function inject(...statements: string[]): Promise<pg.QueryResult | undefined> {
    const client = new pg.Client({ connectionString: world.databaseUrl, options: roleOption(world.databaseUrl) });
    await client.connect();
    try {
      let last: pg.QueryResult | undefined;
      for (const statement of statements) last = await client.query(statement);
      return last;
    } finally {
      await client.end();
    }
  }

  async function created(attributes: string): Promise<string> {
    const role = name();
    roles.push(role);
    await asOwner(owner(), `create role ${role} login password 'p' ${attributes}`);
    const url = new URL(world.databaseUrl);
    url.username = role;
    url.password = 'p';
    return url.toString();
  }

  it.each([
    'set session authorization tandem',
    'set session authorization tandem_app',
    'set role tandem',
    'create role thief superuser',
    'alter role current_user superuser',
    'alter role current_user bypassrls',
    'grant tandem to current_user',
    'alter table tasks disable row level security',
    'alter table tasks owner to current_user',
    'drop table tasks',
    'create table public.loot (a int)',
    `copy tasks to program 'true'`,
    `select pg_read_file('postgresql.conf')`,
    'select rolpassword from pg_authid',
  ])('cannot gain rights: %s', async (statement) => {
    await expect(inject(statement)).rejects.toMatchObject(refused);
    await expect(inject('set role none', statement)).rejects.toMatchObject(refused);
  });

  it('has no rights after resetting its role', async () => {
    const session = await inject('set role none', 'select session_user = current_user as same');
    expect(session!.rows).toEqual([{ same: true }]);
    for (const { name: table } of await tablesOf(world.databaseUrl))
      await expect(inject('set role none', `select 1 from ${table}`)).rejects.toMatchObject(refused);
  });

  it('is created once, and receives the new password the next time', async () => {
    const role = name();
    roles.push(role);
    const first = await makeLogin(owner(), { name: role, password: 'first' });
    expect(await faultOfLogin(first)).toBeUndefined();
    const second = await makeLogin(owner(), { name: role, password: `se/con'd` });
    expect(await faultOfLogin(second)).toBeUndefined();
    await expect(faultOfLogin(first)).rejects.toThrow('password authentication failed');
  });

  it('is never a more powerful role', async () => {
    for (const [attributes, power] of [
      ['superuser', 'is a superuser'],
      ['bypassrls', 'bypasses row-level security'],
      ['createrole', 'may create roles'],
      ['in role pg_execute_server_program', 'can become pg_execute_server_program'],
    ] as const) {
      const url = await created(attributes);
      expect(await faultOfLogin(url)).toContain(`${new URL(url).username} ${power}`);
      const again = makeLogin(owner(), { name: new URL(url).username, password: 'q' });
      await expect(again).rejects.toThrow('choose another name');
    }
    expect(await faultOfLogin(owner())).toBe('tandem is a superuser');
    await expect(makeLogin(owner(), { name: 'tandem_sweeper', password: 'q' })).rejects.toThrow('choose another name');
  });

  it('is never the owner of tables, nor a role that can become the owner', async () => {
    const url = await created('');
    const role = new URL(url).username;
    expect(await faultOfLogin(url)).toBe(`${role} is not a member of tandem_app`);
    await asOwner(owner(), `create table owned (a int); alter table owned owner to ${role}`);
    expect(await faultOfLogin(url)).toBe(`${role} owns tables`);
    const heir = await created(`in role ${role}`);
    expect(await faultOfLogin(heir)).toBe(`${new URL(heir).username} can become ${role}, which owns tables`);
  });
});
