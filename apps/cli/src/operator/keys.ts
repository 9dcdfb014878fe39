import { Operator } from './operator.js';
import { print, table, UsageFault } from '../print.js';

interface Shown {
  id: string;
  name: string;
  key_hint: string;
  is_active: boolean;
}

interface Listed {
  data: Shown[];
}

/** `keys list|create|revoke`: for a tenant whose keys are lost or leaked; a new key belongs to its first owner. */
export function keys(args: string[]): Promise<number> {
  const [action, tenant = '', last, ...more] = args;
  if (!tenant || more.length) throw new UsageFault();
  if (action === 'list' && !last) return Operator.workIn(tenant, list);
  if (action === 'create') return Operator.workIn(tenant, (operator) => create(operator, last));
  if (action === 'revoke' && last) return Operator.workIn(tenant, (operator) => revoke(operator, last));
  throw new UsageFault();
}

async function list(operator: Operator): Promise<void> {
  const { data } = await operator.call<Listed>('list_api_keys', { limit: 100 });
  const row = ({ id, key_hint, is_active, name }: Shown) => [id, key_hint, is_active ? 'active' : 'off', name];
  print(table(data.map(row)));
}

async function create(operator: Operator, name = 'Created by the operator'): Promise<void> {
  const { data } = await operator.call<Listed>('list_members', { role: 'owner', is_active: true, limit: 100 });
  const owner = data.at(-1);
  if (!owner) throw new Error(`there is no tenant ${operator.tenantId} with an owner`);
  const actor = { type: 'operator' as const, id: 'operator', memberId: owner.id };
  const { key } = await operator.call<{ key: string }>('create_api_key', { name }, { actor });
  print(key);
}

async function revoke(operator: Operator, id: string): Promise<void> {
  await operator.call('revoke_api_key', { id });
  print(`revoked ${id}`);
}
