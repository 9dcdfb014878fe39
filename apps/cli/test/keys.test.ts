import { beforeAll, describe, expect, it } from '@jest/globals';
import { useDatabase } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { program, run as runScript } from './launched.js';

describe('cli keys', () => {
  const database = useDatabase();
  let id: string;
  let slug: string;

  beforeAll(async () => {
    const { output } = await run('tenants', 'create', 'Acme Labs', 'Ada', 'ada@example.com');
    [, id = '', slug = ''] = /tenant +(\S+)\nslug +(\S+)/.exec(output) ?? [];
  });

  const run = (...args: string[]) => runScript([program('cli'), ...args], testEnvironment(database.url));

  it('accept the slug or id of a tenant', async () => {
    const bySlug = await run('keys', 'list', slug);
    expect(bySlug).toEqual({ code: 0, output: expect.stringMatching(/wsk_live_….* active /) });
    expect(await run('keys', 'list', id)).toEqual(bySlug);
    expect(await run('keys', 'create', slug)).toEqual({
      code: 0,
      output: expect.stringMatching(/^wsk_live_\w+\n$/),
    });
  });

  it('report an invalid value, and their usage', async () => {
    const { code, output } = await run('keys', 'revoke', slug, 'mine');
    expect(code).toBe(2);
    expect(output).toMatch(/^tandem: id must be an id such as .*\nUsage: npm run cli -- keys list TENANT\n/);
  });

  it('report an unknown tenant', async () => {
    const line = 'tandem: there is no tenant with the slug or id demo; npm run cli -- tenants lists them\n';
    expect(await run('keys', 'list', 'demo')).toEqual({ code: 1, output: line });
  });
});
