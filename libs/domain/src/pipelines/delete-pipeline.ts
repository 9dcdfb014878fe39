import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { Pipelines } from './pipelines.port.js';

/** If it was the default, the oldest remaining pipeline becomes the default. */
export class DeletePipeline extends uses({ transaction: Transaction, pipelines: Pipelines }) {
  run({ id }: { id: string }): Promise<void> {
    return this.transaction.run(async () => {
      const former = await this.pipelines.lockDefault();
      await this.pipelines.change(id, (pipeline) => pipeline.delete());
      const successor = former === id ? await this.pipelines.oldest() : undefined;
      if (successor) await this.pipelines.change(successor, (pipeline) => pipeline.becomeDefault());
    });
  }
}
