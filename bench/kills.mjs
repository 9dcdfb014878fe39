/**
 * Two storms, on both backends of the queue. `events`: drives many events through everything that starts from them, while workers are
 * killed, once for 2,000 events, and the queue is emptied ten times a second: nothing may be lost, and at most 2 % sent twice. `runs`: has
 * agents of four blueprints work while workers are killed every second or three, and Redis is emptied; what they leave is compared with what
 * they leave undisturbed: runs, steps, events, tasks, notes and money. KILLS_EVENTS, KILLS_RUNS and KILLS_WORKERS say how many, KILLS_PARTS
 * which of the two.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { killRuns } from './kill-runs.mjs';

const parts = (process.env.KILLS_PARTS ?? 'events,runs').split(',');
const jest = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));

function killEvents() {
  const env = { KILLS_EVENTS: '50000', ...process.env };
  const args = [jest, '--ci', 'apps/worker/test/kills/kills.jobs.test.ts'];
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

const faults = [];
if (parts.includes('events')) faults.push(await killEvents());
if (parts.includes('runs')) faults.push(await killRuns());
process.exit(faults.some(Boolean) ? 1 : 0);
