import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Gently first. A pid may be reused, so each process is checked to be a postgres of this directory. */
export async function clearRemains(directory: string): Promise<void> {
  const home = await realpath(directory);
  const pidFile = join(home, 'postmaster.pid');
  const postmaster = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  const remains = () => processesOf(home, postmaster);
  let left = await remains();
  if (left.includes(postmaster)) left = await end([postmaster], 'SIGINT', remains);
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) if (left.length) left = await end(left, signal, remains);
  if (left.length) throw new Error(`PostgreSQL process ${left[0]} still runs on ${directory} and cannot be ended`);
  await rm(pidFile, { force: true });
}

async function end(pids: number[], signal: NodeJS.Signals, remains: () => Promise<number[]>): Promise<number[]> {
  for (const pid of pids) kill(pid, signal);
  const limit = Date.now() + (signal === 'SIGINT' ? 5000 : 2000);
  let left = await remains();
  while (left.length && Date.now() < limit) {
    await sleep(20);
    left = await remains();
  }
  return left;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Ended already, or owned by another user: the caller reports processes that still run.
  }
}

async function processesOf(home: string, postmaster: number): Promise<number[]> {
  const pids = await readdir('/proc').then(
    (names) => names.filter((name) => /^\d+$/.test(name)).map(Number),
    () => undefined,
  );
  if (!pids) return postmaster > 0 && (await commandOf(postmaster)).includes(home) ? [postmaster] : [];
  const verdicts = await Promise.all(pids.map((pid) => belongsTo(home, pid)));
  return pids.filter((_, index) => verdicts[index]);
}

async function belongsTo(home: string, pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!basename(command.split('\0')[0]!).startsWith('postgres')) return false;
  if (command.split('\0').includes(home)) return true;
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === home;
}

const commandOf = async (pid: number) =>
  run('ps', ['-o', 'command=', '-p', `${pid}`]).then(
    ({ stdout }) => (/postgres/.test(stdout) ? stdout : ''),
    () => '',
  );
