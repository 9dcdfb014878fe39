import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { queues } from '@tandem/cli/queues';
import { type TemporaryDatabase, temporaryDatabase } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';

const gadgets = `export const gadgets = { name: 'gadgets', summary: 'Things that hum',
  jobs: [{ name: 'Hum', run: class Hum { static needs = []; async run() {} } }] };`;

describe('the command queues', () => {
  let directory: string;
  let database: TemporaryDatabase;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tandem-queues-'));
    await writeFile(join(directory, 'gadgets.mjs'), gadgets);
    database = await temporaryDatabase();
  });
  afterAll(async () => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  it("counts the jobs of every queue, those of a team's own features too", async () => {
    const said: string[] = [];
    const spy = jest.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    const env = testEnvironment(database.url, { TANDEM_FEATURES: join(directory, 'gadgets.mjs') });
    const code = await queues(env).finally(() => spy.mockRestore());
    const [head, ...rows] = said.join('').trimEnd().split('\n');
    expect([code, head!.split(/ +/)]).toEqual([0, ['queue', 'waiting', 'active', 'delayed']]);
    const counts = rows.map((row) => row.split(/ +/));
    expect(counts).toContainEqual(['subscriptions', '0', '0', '0']);
    expect(counts).toContainEqual(['agents', '0', '0', '0']);
    expect(counts).toContainEqual(['gadgets', '0', '0', '0']);
  });
});
