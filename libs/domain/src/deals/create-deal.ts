import { uses } from '../core/use-case.js';
import { Faults } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { Deal, type DealFields } from './deal.js';
import { DealReferences } from './deal-references.service.js';
import { DealStages } from './deal-stages.service.js';
import { Deals } from './deals.port.js';

type DealRequest = DealFields & { name: string; pipelineId: string; stageId?: string };

export class CreateDeal extends uses({
  transaction: Transaction,
  deals: Deals,
  references: DealReferences,
  stages: DealStages,
}) {
  run({ pipelineId, stageId, ...given }: DealRequest): Promise<Deal> {
    return this.transaction.run(async () => {
      const faults = new Faults();
      const fields = await this.references.check(given, faults);
      const entry = await this.stages.first(pipelineId, stageId, faults);
      faults.throwIfAny();
      const currency = fields.currency ?? (await this.references.defaultCurrency());
      return this.deals.add(new Deal({ ...fields, currency }, entry!));
    });
  }
}
