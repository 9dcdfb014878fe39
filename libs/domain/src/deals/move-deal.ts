import { uses } from '../core/use-case.js';
import { missing } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import type { Deal } from './deal.js';
import { DealStages } from './deal-stages.service.js';
import { Deals } from './deals.port.js';

interface Move {
  id: string;
  stageId: string;
  position?: number;
  lostReason?: string | null;
}

/** Moves a deal to a stage of any pipeline, or within its stage. */
export class MoveDeal extends uses({ transaction: Transaction, deals: Deals, stages: DealStages }) {
  run({ id, stageId, position, lostReason }: Move): Promise<Deal> {
    return this.transaction.run(async () => {
      await this.deals.one(id);
      const stage = await this.stages.byId(stageId);
      if (!stage) throw missing('stage_id');
      const deal = await this.deals.lock(id);
      deal.moveTo(await this.stages.entryTo(stage, deal, position), lostReason);
      await this.deals.saveAll([deal]);
      return deal;
    });
  }
}
