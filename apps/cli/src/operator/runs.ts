import { idForm } from '@tandem/domain/core/id';
import { Operator } from './operator.js';
import { drained } from './open-runs.js';
import { print, table, understood, UsageFault } from '../print.js';

interface ShownRun {
  id: string;
  agent_blueprint: string;
  status: string;
  attempt: number;
  failure_category: string | null;
  created_at: string;
  finished_at: string | null;
}

const maxShown = 100;
const isId = (text: string) => new RegExp(`^${idForm}$`).test(text);

/** `runs list`: the newest runs; `retry`: retries a failed run; `drain`: waits until none is queued or running. */
export function runs(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { action, tenant, id, filters } = callOf(args);
  const isFiltered = Object.values(filters).some(Boolean);
  if (action === 'list' && !id) return Operator.workIn(tenant, (operator) => list(operator, filters), env);
  if (action === 'retry' && id && !isFiltered) return Operator.workIn(tenant, (operator) => retry(operator, id), env);
  if (action === 'drain' && !id && !isFiltered) return Operator.workIn(tenant, drain, env);
  throw new UsageFault();
}

function callOf(args: string[]) {
  const { values, positionals } = understood(args, { status: { type: 'string' }, blueprint: { type: 'string' } });
  const [action, tenant, id, ...more] = positionals;
  if (!tenant || more.length || (id && !isId(id))) throw new UsageFault();
  return { action, tenant, id, filters: { status: values.status?.split(','), blueprint: values.blueprint } };
}

async function list(operator: Operator, filters: object): Promise<void> {
  const { data } = await operator.call<{ data: ShownRun[] }>('list_all_runs', { ...filters, limit: maxShown });
  if (data.length === 0) return print('there are no such runs');
  const head = ['run', 'blueprint', 'status', 'attempt', 'created', 'finished', 'failure'];
  print(table([head, ...data.map(row)]));
}

const row = (run: ShownRun): string[] => [
  run.id,
  run.agent_blueprint,
  run.status,
  String(run.attempt),
  run.created_at,
  run.finished_at ?? '-',
  run.failure_category ?? '-',
];

async function retry(operator: Operator, id: string): Promise<void> {
  const run = await operator.runUseCase<{ id: string }>('RetryRun', { resourceId: id });
  print(`queued ${run.id}, a new run with the input of ${id}`);
}

async function drain(operator: Operator): Promise<void> {
  await drained(operator, async () => undefined);
  print('no run is queued or running');
}
