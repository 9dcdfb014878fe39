import { parseArgs } from 'node:util';
import { idForm } from '@tandem/domain/core/id';
import { Operator } from './operator.js';
import { drained } from './open-runs.js';
import { say, table, UsageFault } from '../say.js';

interface ShownRun {
  id: string;
  agent_blueprint: string;
  status: string;
  attempt: number;
  failure_category: string | null;
  created_at: string;
  finished_at: string | null;
}

interface Filters {
  status?: string[] | undefined;
  blueprint?: string | undefined;
}

const mostShown = 100;
const isId = (text: string) => new RegExp(`^${idForm}$`).test(text);

/**
 * `runs list`: the newest runs of a tenant; `retry`: starts one that failed once more; `drain`: waits until none is queued or
 * running.
 */
export function runs(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { action, tenant, id, ...filters } = callOf(args);
  const within = (work: (operator: Operator, tenantId: string) => Promise<void>) =>
    Operator.work(async (operator) => work(operator, await operator.tenantIdOf(tenant)), env);
  const isFiltered = Object.values(filters).some(Boolean);
  if (action === 'list' && !id) return within((operator, tenantId) => list(operator, tenantId, filters));
  if (action === 'retry' && id && !isFiltered) return within((operator, tenantId) => retry(operator, tenantId, id));
  if (action === 'drain' && !id && !isFiltered) return within(drain);
  throw new UsageFault();
}

function callOf(args: string[]): Filters & { action?: string | undefined; tenant: string; id?: string | undefined } {
  const { values, positionals } = understood(args);
  const [action, tenant, id, ...more] = positionals;
  if (!tenant || more.length || (id && !isId(id))) throw new UsageFault();
  return { action, tenant, id, status: values.status?.split(','), blueprint: values.blueprint };
}

function understood(args: string[]) {
  try {
    const options = { status: { type: 'string' }, blueprint: { type: 'string' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageFault();
  }
}

async function list(operator: Operator, tenantId: string, filters: Filters): Promise<void> {
  const args = { ...filters, limit: mostShown };
  const { data } = await operator.call<{ data: ShownRun[] }>('list_all_runs', args, { tenantId });
  if (data.length === 0) return say('there are no such runs');
  const head = ['run', 'blueprint', 'status', 'attempt', 'created', 'finished', 'failure'];
  say(table([head, ...data.map(row)]));
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

async function retry(operator: Operator, tenantId: string, id: string): Promise<void> {
  const run = await operator.verb<{ id: string }>('RetryRun', { resourceId: id }, { tenantId });
  say(`queued ${run.id}, a new run with the input of ${id}`);
}

async function drain(operator: Operator, tenantId: string): Promise<void> {
  await drained(operator, tenantId, async () => undefined);
  say('no run is queued or running');
}
