/**
 * Drives many events through everything that starts from them, while workers are killed, once for 2,000 events, and the queue is
 * emptied ten times a second, on both backends of the queue: nothing may be lost, and at most 2 % sent twice. KILLS_EVENTS says how many.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const jest = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));
const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const env = { KILLS_EVENTS: '50000', ...process.env };

const child = spawn(process.execPath, [...options, jest, '--ci', 'apps/worker/test/kills.jobs.test.ts'], {
  env,
  stdio: 'inherit',
});
child.on('exit', (code) => process.exit(code ?? 1));
