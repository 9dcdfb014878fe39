import { Operator } from './operator.js';
import { drained } from './open-runs.js';
import { print, table, warn, understood, UsageFault } from '../print.js';

interface ShownSchedule {
  id: string;
  blueprint: string;
  cron_expression: string;
  timezone: string;
  enabled: boolean;
  disabled_reason: string | null;
  consecutive_failures: number;
  last_enqueued_at: string | null;
}

const pageSize = 100;

/** `schedules list`: the newest ones; `drain`: disables all and waits until no run is queued or running. */
export function schedules(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { action, tenant, filters } = callOf(args);
  if (action === 'list') return Operator.workIn(tenant, (operator) => list(operator, filters), env);
  if (action === 'drain' && Object.values(filters).every((value) => value === undefined))
    return Operator.workIn(tenant, drain, env);
  throw new UsageFault();
}

function callOf(args: string[]) {
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = understood(args, { enabled: flag, disabled: flag, blueprint: { type: 'string' } });
  const [action, tenant, ...more] = positionals;
  if (!tenant || more.length || (values.enabled && values.disabled)) throw new UsageFault();
  const enabled = values.enabled || values.disabled ? values.enabled === true : undefined;
  return { action, tenant, filters: { enabled, blueprint: values.blueprint } };
}

async function pageOf(operator: Operator, filters: object): Promise<ShownSchedule[]> {
  const args = { ...filters, limit: pageSize };
  return (await operator.call<{ data: ShownSchedule[] }>('list_schedules', args)).data;
}

async function list(operator: Operator, filters: object): Promise<void> {
  const found = await pageOf(operator, filters);
  if (found.length === 0) return print('there are no such schedules');
  const head = ['schedule', 'blueprint', 'cron expression', 'zone', 'state', 'failures', 'last run'];
  print(table([head, ...found.map(row)]));
}

const row = (one: ShownSchedule): string[] => [
  one.id,
  one.blueprint,
  one.cron_expression,
  one.timezone,
  one.disabled_reason ?? 'enabled',
  String(one.consecutive_failures),
  one.last_enqueued_at ?? '-',
];

async function drain(operator: Operator): Promise<void> {
  const disabled = await drained(operator, (signal) => disableAll(operator, signal));
  print(`disabled ${disabled} schedules; no run is queued or running`);
}

/** One by one, each with its event and audit entry, so that members can enable them again. */
async function disableAll(operator: Operator, signal: AbortSignal): Promise<number> {
  let disabled = 0;
  for (;;) {
    const enabled = await pageOf(operator, { enabled: true });
    for (const { id } of enabled) {
      if (signal.aborted) warn(`stopped: ${disabled} schedules are disabled`);
      signal.throwIfAborted();
      await operator.call('update_schedule', { id, enabled: false });
      disabled++;
    }
    if (enabled.length < pageSize) return disabled;
    warn(`disabled ${disabled} schedules`);
  }
}
