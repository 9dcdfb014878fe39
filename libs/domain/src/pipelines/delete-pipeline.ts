import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { Pipelines } from './pipelines.port.js';

/** Deletes a pipeline; where it was the default, the oldest of the others becomes it. */
export class DeletePipeline extends uses({ transaction: Transaction, pipelines: Pipelines }) {
  run({ id }: { id: string }): Promise<void> {
    return this.transaction.run(async () => {
      const former = await this.pipelines.lockDefault();
      await this.pipelines.change(id, (pipeline) => pipeline.delete());
      const heir = former === id ? await this.pipelines.oldest() : undefined;
      if (heir) await this.pipelines.change(heir, (pipeline) => pipeline.becomeDefault());
    });
  }
}
