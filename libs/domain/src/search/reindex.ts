import { currentScope, inEachTenant, noTenant } from '../core/scope.js';
import { uses } from '../core/use-case.js';
import { BacklogIndexing } from './backlog-indexing.service.js';
import { SearchProgress } from './search-progress.port.js';

interface ReindexInput {
  /** Goes on with what an interrupted call left, instead of starting again. */
  isResumed: boolean;
  /** Receives the number of records of each step, and whether the tenant is complete. */
  onStep: (tenantId: string, count: number, isComplete: boolean) => void;
}

/** For the operator: indexes everything again, in the tenant of the scope or in all, beside live work. */
export class Reindex extends uses({ progress: SearchProgress, backlog: BacklogIndexing }) {
  async run({ isResumed, onStep }: ReindexInput): Promise<void> {
    const { tenantId } = currentScope();
    const tenants = tenantId === noTenant ? await this.progress.tenantsAcrossTenants() : [{ tenantId }];
    // All are noted before the first is indexed: if this process ends, a worker does the rest.
    if (!isResumed) await inEachTenant(tenants, () => this.progress.repeatAll());
    await inEachTenant(tenants, async (tenant) => {
      await this.backlog.work((count) => onStep(tenant.tenantId, count, false));
      onStep(tenant.tenantId, 0, true);
    });
  }
}
