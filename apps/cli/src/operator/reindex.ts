import { Operator } from './operator.js';
import { print, understood, UsageFault, warn } from '../print.js';

/** Records after which a line says how far it is. */
const reported = 10_000;

/** `reindex`: makes the search read all records again, of one tenant or of all; `--resume` goes on with the rest. */
export function reindex(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values, positionals } = understood(args, { tenant: { type: 'string' }, resume: { type: 'boolean' } });
  if (positionals.length) throw new UsageFault();
  const work = (operator: Operator) => run(operator, values.resume === true);
  return values.tenant === undefined ? Operator.work(work, env) : Operator.workIn(values.tenant, work, env);
}

async function run(operator: Operator, isResumed: boolean): Promise<void> {
  const counts = { records: 0, tenants: 0 };
  const onStep = (tenantId: string, count: number, isComplete: boolean) => {
    const before = Math.floor(counts.records / reported);
    counts.records += count;
    if (isComplete) counts.tenants++;
    if (Math.floor(counts.records / reported) > before)
      warn(`${counts.records} records; now in the tenant ${tenantId}`);
  };
  await operator.runUseCase('Reindex', { isResumed, onStep });
  print(`indexed ${counts.records} records of ${counts.tenants} tenants`);
}
