import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { PipelineDeals } from './pipeline-deals.port.js';
import { Pipelines } from './pipelines.port.js';

/** If it was the default, the oldest remaining pipeline becomes the default. */
export class DeletePipeline extends uses({ transaction: Transaction, pipelines: Pipelines, deals: PipelineDeals }) {
  run({ id }: { id: string }): Promise<void> {
    return this.transaction.run(async () => {
      const former = await this.pipelines.lockDefault();
      // Deals lock the pipeline that they enter.
      const pipeline = await this.pipelines.lock(id);
      pipeline.delete(await this.deals.countIn({ pipelineId: id }));
      await this.pipelines.saveAll([pipeline]);
      const successor = former === id ? await this.pipelines.oldest() : undefined;
      if (successor) await this.pipelines.change(successor, (next) => next.becomeDefault());
    });
  }
}
