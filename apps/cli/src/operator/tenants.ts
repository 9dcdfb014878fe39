import { Operator } from './operator.js';
import { print, table, UsageFault } from '../print.js';

interface Shown {
  id: string;
  name: string;
  slug: string;
  created_at: string;
}

/**
 * `tenants`: lists the newest; `tenants create NAME OWNER EMAIL`: creates one and prints its first key; `tenants close
 * TENANT`: ends its use at once, and has it erased after 30 days.
 */
export function tenants(args: string[]): Promise<number> {
  const [action = 'list', ...rest] = args;
  if (action === 'list') return Operator.work(list);
  if (action === 'create' && rest.length === 3)
    return Operator.work((operator) => create(operator, rest as [string, string, string]));
  if (action === 'close' && rest.length === 1) return Operator.workIn(rest[0]!, close);
  throw new UsageFault();
}

async function list(operator: Operator): Promise<void> {
  const { data } = await operator.call<{ data: Shown[] }>('list_tenants', { limit: 100 });
  print(table(data.map(({ id, slug, name, created_at }) => [id, slug, name, created_at])));
}

async function create(operator: Operator, [name, owner, email]: [string, string, string]): Promise<void> {
  const args = { name, owner: { name: owner, email } };
  const { tenant, api_key } = await operator.call<{ tenant: Shown; api_key: string }>('create_tenant', args);
  const rows = [
    ['tenant', tenant.id],
    ['slug', tenant.slug],
    ['key', api_key],
  ];
  print(table(rows));
}

async function close(operator: Operator): Promise<void> {
  await operator.call('close_tenant', { id: operator.tenantId });
  print(`closed ${operator.tenantId}; a worker erases it in 30 days`);
}
