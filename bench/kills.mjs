/**
 * Two storms, on both backends of the queue. `events`: sends many events through all their subscriptions while a worker
 * is killed for every 2,000 and the queue is emptied ten times a second; no effect may be lost, and at most 2 % of
 * webhooks are sent twice. `runs`: runs agents of four blueprints while workers are killed every one to three seconds
 * and Redis is emptied; compares runs, steps, events, tasks, notes and costs with those of an undisturbed storm. Sizes:
 * KILLS_EVENTS, KILLS_RUNS, KILLS_WORKERS; choice: KILLS_PARTS.
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
