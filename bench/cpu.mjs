import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const ticksPerSecond = 100;

/** What Linux says of a process; undefined where there is none. */
function statOf(pid) {
  try {
    // Behind the name, which may have blanks: state, parent, …
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
    const seconds = (fields[11] + fields[12] + fields[13] + fields[14]) / ticksPerSecond;
    return { parent: fields[1], seconds, newPages: fields[7] + fields[8] };
  } catch {
    return undefined;
  }
}

/** CPU seconds that a process has used with all it started; 0 where there is no /proc. */
export const cpuSeconds = (pid) => sumBelow(pid, ({ seconds }) => seconds);

/** How often a process and what it started have met a page of memory that they had not used before; each costs a fault. */
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

/** CPU seconds that the whole machine has used. */
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

/** How many cores others use than this process and what it started, while the work is done. */
export async function othersDuring(work) {
  const [began, machine, own] = [performance.now(), machineSeconds(), cpuSeconds(process.pid)];
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  const others = (machineSeconds() - machine - (cpuSeconds(process.pid) - own)) / seconds;
  return { result, others: Math.max(0, others) };
}

const quiet = 0.1;
const maxWaitSeconds = Number(process.env.BENCH_WAIT_SECONDS ?? 60);

/** Waits for others to leave the machine alone, so long at most; whether they did. */
export async function waitForQuiet() {
  for (let waited = 0; waited < maxWaitSeconds; waited += 0.5)
    if ((await othersDuring(() => sleep(500))).others < quiet) return true;
  return false;
}
