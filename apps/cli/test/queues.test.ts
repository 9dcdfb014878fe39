import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { queues } from '@tandem/cli/operator/queues';
import { useDatabase } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { useFolder } from '@tandem/testing/use-folder';
import { printed } from './printed.js';

const gadgets = `export const gadgets = { name: 'gadgets', summary: 'Things that hum',
  jobs: [{ name: 'Hum', run: class Hum { static needs = []; async run() {} } }] };`;

describe('the command queues', () => {
  const folder = useFolder({ files: { 'gadgets.mjs': gadgets } });
  const database = useDatabase();

  it("counts the jobs of every queue, including those of a team's own features", async () => {
    const env = testEnvironment(database.url, { TANDEM_FEATURES: join(folder, 'gadgets.mjs') });
    const { code, output } = await printed(() => queues(env));
    const [head, ...rows] = output.trimEnd().split('\n');
    expect([code, head!.split(/ +/)]).toEqual([0, ['queue', 'waiting', 'active', 'delayed']]);
    const counts = rows.map((row) => row.split(/ +/));
    expect(counts).toContainEqual(['subscriptions', '0', '0', '0']);
    expect(counts).toContainEqual(['agents', '0', '0', '0']);
    expect(counts).toContainEqual(['gadgets', '0', '0', '0']);
    expect(counts.map(([name]) => name)).not.toContain('tenants'); // Its only use case without a route starts by hand.
  });
});
