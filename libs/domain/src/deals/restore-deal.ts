import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import type { Deal } from './deal.js';
import { DealStages } from './deal-stages.service.js';
import { Deals } from './deals.port.js';

/** Undoes a deletion; a deal whose stage is gone returns to the first open stage of its pipeline. */
export class RestoreDeal extends uses({ transaction: Transaction, deals: Deals, stages: DealStages }) {
  run({ id }: { id: string }): Promise<Deal> {
    return this.transaction.run(async () => {
      const entry = await this.stages.restoring(await this.deals.oneOrDeleted(id));
      const deal = await this.deals.lockOrDeleted(id);
      deal.restore(entry);
      await this.deals.saveAll([deal]);
      return deal;
    });
  }
}
