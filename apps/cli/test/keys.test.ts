import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { type TemporaryDatabase, temporaryDatabase } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { dist, Launched } from './launched.js';

describe('cli keys', () => {
  let database: TemporaryDatabase;
  let id: string;
  let slug: string;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const { output } = await run('tenants', 'create', 'Acme Labs', 'Ada', 'ada@example.com');
    [, id = '', slug = ''] = /tenant +(\S+)\nslug +(\S+)/.exec(output) ?? [];
  });
  afterAll(() => database.drop());

  const run = async (...args: string[]) => {
    const process = new Launched([join(dist, 'main.js'), ...args], testEnvironment(database.url));
    return { code: await process.ended, output: process.output };
  };

  it('take the slug of a tenant, or its id', async () => {
    const bySlug = await run('keys', 'list', slug);
    expect(bySlug).toEqual({ code: 0, output: expect.stringMatching(/wsk_live_….* active /) });
    expect(await run('keys', 'list', id)).toEqual(bySlug);
    expect(await run('keys', 'create', slug)).toEqual({
      code: 0,
      output: expect.stringMatching(/^wsk_live_\w+\n$/),
    });
  });

  it('say in their own words that there is no such tenant', async () => {
    const line = 'tandem: there is no tenant with the slug or id demo; npm run cli -- tenants lists them\n';
    expect(await run('keys', 'list', 'demo')).toEqual({ code: 1, output: line });
  });
});
