import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { PipelineDeals } from './pipeline-deals.port.js';
import { Pipelines } from './pipelines.port.js';

export class RemoveStage extends uses({ transaction: Transaction, pipelines: Pipelines, deals: PipelineDeals }) {
  async run({ id, stageId }: { id: string; stageId: string }): Promise<void> {
    await this.transaction.run(async () => {
      // Deals lock the pipeline that they enter.
      const pipeline = await this.pipelines.lock(id);
      pipeline.removeStage(stageId, await this.deals.countIn({ stageId }));
      await this.pipelines.saveAll([pipeline]);
    });
  }
}
