import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { PipelineDeals } from './pipeline-deals.port.js';
import { Pipelines } from './pipelines.port.js';
import type { Stage, StageFields } from './stage.js';

/** Deals in the stage follow its default confidence unless they have one of their own. */
export class UpdateStage extends uses({ transaction: Transaction, pipelines: Pipelines, deals: PipelineDeals }) {
  run({ id, stageId, ...fields }: StageFields & { id: string; stageId: string }): Promise<Stage> {
    return this.transaction.run(async () => {
      const pipeline = await this.pipelines.lock(id);
      const dealsIn = fields.stageType === undefined ? 0 : await this.deals.countIn({ stageId });
      const stage = pipeline.changeStage(stageId, fields, dealsIn);
      await this.pipelines.saveAll([pipeline]);
      if (fields.defaultConfidence !== undefined) await this.deals.followStage(stageId, stage.defaultConfidence);
      return stage;
    });
  }
}
