import { Queues } from '@tandem/worker/queues';
import { onDatabase } from '../database/database.js';
import { print, table } from '../print.js';

const states = ['waiting', 'active', 'delayed'];

/** `queues`: jobs by queue and state, as counted by BullMQ. */
export const queues = (env: NodeJS.ProcessEnv = process.env): Promise<number> =>
  onDatabase(
    env,
    (settings, features) => new Queues(features, settings, () => undefined),
    async (opened) => {
      const counts = Object.entries(await opened.counts());
      const rows = counts.map(([name, of]) => [name, ...states.map((state) => String(of[state] ?? 0))]);
      print(table([['queue', ...states], ...rows]));
      return 0;
    },
  );
