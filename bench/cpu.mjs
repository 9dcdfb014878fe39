import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const ticksPerSecond = 100;

/** Linux only; undefined for an unknown process. */
function statOf(pid) {
  try {
    // After the name, which may contain spaces: state, parent, …
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
    const seconds = (fields[11] + fields[12] + fields[13] + fields[14]) / ticksPerSecond;
    return { parent: fields[1], seconds, newPages: fields[7] + fields[8] };
  } catch {
    return undefined;
  }
}

/** CPU seconds of a process and its descendants; 0 without /proc. */
export const cpuSeconds = (pid) => sumBelow(pid, ({ seconds }) => seconds);

/** Minor page faults of a process and its descendants. */
export const newPages = (pid) => sumBelow(pid, (stat) => stat.newPages);

function sumBelow(pid, of) {
  const all = readStats();
  const below = (top) => {
    const stat = all.get(top);
    if (!stat) return 0;
    const children = [...all].filter(([, { parent }]) => parent === top);
    return of(stat) + children.reduce((sum, [child]) => sum + below(child), 0);
  };
  return below(pid);
}

function readStats() {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return new Map(pids.map((pid) => [Number(pid), statOf(pid)]).filter(([, stat]) => stat));
  } catch {
    return new Map();
  }
}

/** CPU seconds of the machine. */
function machineSeconds() {
  try {
    const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .split(/ +/)
      .slice(1);
    return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  } catch {
    return 0;
  }
}

/** Adds the cores used by other processes during the work. */
export async function othersDuring(work) {
  const [began, machine, own] = [performance.now(), machineSeconds(), cpuSeconds(process.pid)];
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  const others = (machineSeconds() - machine - (cpuSeconds(process.pid) - own)) / seconds;
  return { result, others: Math.max(0, others) };
}

const quiet = 0.1;
const maxWaitSeconds = Number(process.env.BENCH_WAIT_SECONDS ?? 60);

/** Waits until other processes are idle; false after the timeout. */
export async function waitForQuiet() {
  for (let waited = 0; waited < maxWaitSeconds; waited += 0.5)
    if ((await othersDuring(() => sleep(500))).others < quiet) return true;
  return false;
}
