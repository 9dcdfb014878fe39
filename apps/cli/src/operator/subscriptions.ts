import { idForm } from '@tandem/domain/core/id';
import { type SubscriptionState, SubscriptionStates } from '@tandem/domain/core/events/subscriptions';
import { Operator } from './operator.js';
import { print, table, UsageFault } from '../print.js';

type Task = (operator: Operator, name: string, tenantId: string, sequence: string) => Promise<void>;

const tasks: readonly [form: RegExp, task: Task][] = [
  [/^(?:list)?$/, list],
  [new RegExp(`^retry (\\S+) (${idForm})$`), retry],
  [new RegExp(`^skip (\\S+) (${idForm}) (\\d{1,15})$`), skip],
  [/^forget (\S+)$/, forget],
];
const maxErrorLength = 120;

/** `subscriptions`: lists stuck or lagging ones; `retry` at once, `skip` the failing event, `forget` an unused one. */
export function subscriptions(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const line = args.join(' ');
  const [form, task] = tasks.find(([form]) => form.test(line)) ?? [];
  if (!form || !task) throw new UsageFault();
  const [, name = '', tenantId = '', sequence = ''] = form.exec(line)!;
  return Operator.work((operator) => task(operator, name, tenantId, sequence), env);
}

async function list(operator: Operator): Promise<void> {
  const states = await operator.within({}, () => operator.get(SubscriptionStates).listAcrossTenants());
  if (states.length === 0) return print('every subscription is up to date');
  const head = ['subscription', 'tenant', 'position', 'lag', 'attempts', 'stuck at', 'since', 'next retry', 'error'];
  print(table([head, ...states.map(row)]));
}

const row = (state: SubscriptionState): string[] => [
  state.subscription,
  state.tenantId,
  String(state.position),
  String(state.lag),
  String(state.attempts),
  String(state.failedSequence ?? '-'),
  (state.failingSince ?? state.waitingSince).toISOString(),
  state.retryAt?.toISOString() ?? '-',
  (state.error ?? '-').replace(/\s+/g, ' ').slice(0, maxErrorLength),
];

async function retry(operator: Operator, name: string, tenantId: string): Promise<void> {
  const found = await operator.within({ tenantId }, () => operator.get(SubscriptionStates).retry(name));
  if (!found) throw new Error(`${name} is not stuck in the tenant ${tenantId}`);
  print(`${name} will be retried within seconds`);
}

async function skip(operator: Operator, name: string, tenantId: string, sequence: string): Promise<void> {
  const found = await operator.within({ tenantId }, () =>
    operator.get(SubscriptionStates).skip(name, Number(sequence)),
  );
  if (!found) throw new Error(`${name} is not stuck at the event ${sequence} in the tenant ${tenantId}`);
  print(`${name} continues after the event ${sequence}, which it will never handle`);
}

async function forget(operator: Operator, name: string): Promise<void> {
  const found = await operator.within({}, () => operator.get(SubscriptionStates).forgetAcrossTenants(name));
  if (!found) throw new Error(`there is no subscription ${name}`);
  print(`forgot ${name}; a worker that still has it starts a new one`);
}
