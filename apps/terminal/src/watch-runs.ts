import { setTimeout as sleep } from 'node:timers/promises';
import { pages, type Tandem } from '@tandem/client';
import type { AgentRun } from '@tandem/client/types';
import type { Command } from 'commander';
import { NotFound, UsageFault } from './failures.js';
import { addOperation, type Common, tandemOf } from './operation-commands.js';
import { show } from './output.js';
import { operationNamed } from './short-names.js';

const marginMillis = 60_000;

export function addRuns(program: Command): void {
  const runs = program.command('runs').description('start and watch the runs of agents');
  const start = runs.command('start').option('--wait', 'wait until the run has ended; exit code 1 unless it succeeded');
  addOperation(start, operationNamed('agents', 'startRun'), {
    ended: async (tandem, run, { wait }) => (wait ? endOf(tandem, run as AgentRun) : run),
  });
  const watch = runs.command('watch').argument('<id>').description('Wait until a run has ended, and show it.');
  watch.action(async (id: string) => {
    const options = watch.optsWithGlobals<Common>();
    const tandem = await tandemOf(options);
    show(await endOf(tandem, await runNamed(tandem, id)), options);
  });
}

/** Prints each new status to standard error. */
async function endOf(tandem: Tandem, { id, agent_blueprint: blueprint }: AgentRun): Promise<AgentRun> {
  for (let printed = ''; ; await sleep(1_000)) {
    const run = await tandem.agents.getRun({ path: { blueprint, id } });
    if (run.status !== printed) process.stderr.write(`${run.status}\n`);
    printed = run.status;
    if (!run.finished_at) continue;
    if (run.status !== 'succeeded') process.exitCode = 1;
    return run;
  }
}

async function runNamed(tandem: Tandem, id: string): Promise<AgentRun> {
  const runs = pages((cursor) => tandem.agents.listAllRuns({ query: { ...spanAround(id), limit: 100, cursor } }));
  for await (const run of runs) if (run.id === id) return run;
  throw new NotFound(`there is no run ${id}`);
}

/** A UUIDv7 begins with the time of its creation. */
function spanAround(id: string): { since: string; until: string } {
  const millis = /^[\da-f]{8}-[\da-f]{4}-7/.test(id) ? parseInt(id.replace('-', '').slice(0, 12), 16) : NaN;
  if (Number.isNaN(millis)) throw new UsageFault(`${id} is not the id of a run`);
  const instant = (difference: number) => new Date(millis + difference).toISOString();
  return { since: instant(-marginMillis), until: instant(marginMillis) };
}
