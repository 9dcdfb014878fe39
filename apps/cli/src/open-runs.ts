import type { Operator } from './operator.js';
import { tell } from './say.js';

export interface ShownRun {
  id: string;
  agent_blueprint: string;
  status: string;
  attempt: number;
  failure_category: string | null;
  created_at: string;
  finished_at: string | null;
}

/** A page of the list of runs has no more. */
const mostCounted = 100;
const looksApartMillis = 1000;

/** Waits until no run of the tenant is queued or running, and tells how many are left whenever that changes. */
export async function untilNoneIsOpen(operator: Operator, tenantId: string): Promise<void> {
  for (let told = ''; ; await new Promise((resolve) => setTimeout(resolve, looksApartMillis))) {
    const [queued, running] = [
      await countOf(operator, tenantId, 'queued'),
      await countOf(operator, tenantId, 'running'),
    ];
    if (queued + running === 0) return;
    const line = `${shown(queued)} queued, ${shown(running)} running`;
    if (line !== told) tell(line);
    told = line;
  }
}

async function countOf(operator: Operator, tenantId: string, status: string): Promise<number> {
  const args = { status: [status], limit: mostCounted };
  return (await operator.call<{ data: ShownRun[] }>('list_all_runs', args, { tenantId })).data.length;
}

const shown = (count: number) => (count < mostCounted ? String(count) : `${mostCounted} or more`);
