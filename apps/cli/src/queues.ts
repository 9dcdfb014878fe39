import { Queues } from '@tandem/worker/queues';
import { readSettings } from '@tandem/platform/settings/settings';
import { allFeatures } from './all-features.js';
import { checkSettings } from './environment.js';
import { reachDatabase } from './running-database.js';
import { say, table } from './say.js';

/** `queues`: jobs by queue and state, as BullMQ counts them. */
export async function queues(env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const features = await allFeatures(checkSettings(env));
  const database = await reachDatabase(env, (line) => process.stderr.write(`tandem: ${line}\n`));
  const opened = new Queues(features, readSettings(database.env), () => undefined);
  try {
    const counts = await opened.counts();
    const states = ['waiting', 'active', 'delayed'];
    say(
      table([
        ['queue', ...states],
        ...Object.entries(counts).map(([name, of]) => [name, ...states.map((state) => String(of[state] ?? 0))]),
      ]),
    );
    return 0;
  } finally {
    await opened.close();
    await database.close();
  }
}
