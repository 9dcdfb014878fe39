import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { noTenant } from '@tandem/domain/core/scope';
import { Notebook } from '@tandem/domain/notebooks/notebook';
import { Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { CreateTenant } from '@tandem/domain/tenants/create-tenant';
import { asTenant } from '@tandem/testing/as-tenant';
import { asOwner, temporaryDatabase } from '@tandem/testing/temporary-postgres';
import { testSettings } from '@tandem/testing/test-settings';
import type { Feature } from '../feature/feature.js';
import type { Database } from '../postgres/database.js';
import { type Foundation, layFoundation } from './foundation.js';

const withoutNotebookEvents = features.map((feature) =>
  feature.name === 'notebooks' ? { ...feature, publishes: [] } : feature,
);
const owner = { name: 'Ada', email: 'ada@example.com' };

/** A foundation on its own database with one tenant. */
async function founded(own: readonly Feature[]) {
  const { url, drop } = await temporaryDatabase();
  const foundation: Foundation = layFoundation(own, testSettings(url));
  const { container, database } = foundation;
  const { tenant } = await asTenant(noTenant, () => container.get(CreateTenant).run({ name: 'Before', owner }));
  const close = async () => {
    await foundation.close();
    await drop();
  };
  return { url, container, database, inside: <T>(work: () => T) => asTenant(tenant.id, work), close };
}

describe('two foundations in one process', () => {
  let one: Awaited<ReturnType<typeof founded>>;
  let other: Awaited<ReturnType<typeof founded>>;
  const rename = (database: Database, name: string) => database.query('update tenants set name = $1', [name]);
  const nameIn = async ({ url }: { url: string }) =>
    (await asOwner(url, 'select name from tenants'))[0]!.name as string;

  beforeAll(async () => {
    one = await founded(features);
    other = await founded(withoutNotebookEvents);
  });
  afterAll(async () => {
    await one.close();
    await other.close();
  });

  it('publish the events of their own features', async () => {
    for (const { inside, container } of [one, other])
      await inside(() => container.get(Notebooks).add(new Notebook({ name: 'Ideas', position: 7 })));
    const reported = `select is_public from events where type = 'notebook.created' and data->>'name' = 'Ideas'`;
    expect(await asOwner(one.url, reported)).toEqual([{ is_public: true }]);
    expect(await asOwner(other.url, reported)).toEqual([{ is_public: false }]);
  });

  it('do not share an open transaction', async () => {
    const stop = new Error('stop');
    const failing = one.inside(() =>
      one.database.run(async () => {
        await rename(one.database, 'Taken back');
        await other.inside(() => rename(other.database, 'Kept'));
        throw stop;
      }),
    );
    await expect(failing).rejects.toBe(stop);
    expect([await nameIn(one), await nameIn(other)]).toEqual(['Before', 'Kept']);
  });

  it('do not cross tenants when the other does', async () => {
    const tenants = async ({ database }: { database: Database }) =>
      [database.isAcrossTenants, (await database.query('select id from tenants')).length] as const;
    expect(await one.database.acrossTenants(async () => [await tenants(one), await tenants(other)])).toEqual([
      [true, 1],
      [false, 0],
    ]);
  });

  it('read the rows of one statement by their own columns', async () => {
    const make = (column: string, value: string) => `create table codes (code ${column}, note text);
      insert into codes values (${value}, 'here'); grant select on codes to tandem_app`;
    await asOwner(one.url, make('int', '7'));
    await asOwner(other.url, make('text', `'007'`));
    const codes = ({ inside, database }: typeof one) => inside(() => database.query('select * from codes'));
    for (let time = 0; time < 2; time++)
      expect([...(await codes(one)), ...(await codes(other))]).toEqual([
        { code: 7, note: 'here' },
        { code: '007', note: 'here' },
      ]);
  });
});
