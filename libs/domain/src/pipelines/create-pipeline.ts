import { uses } from '../core/use-case.js';
import { replaceDefault } from '../core/default-candidate.js';
import { Transaction } from '../core/transaction.js';
import { type NewPipeline, Pipeline } from './pipeline.js';
import { Pipelines } from './pipelines.port.js';

/** The first pipeline becomes the default. */
export class CreatePipeline extends uses({ transaction: Transaction, pipelines: Pipelines }) {
  run(input: NewPipeline): Promise<Pipeline> {
    return this.transaction.run(async () => {
      const former = await this.pipelines.lockDefault();
      const displayOrder = input.displayOrder ?? (await this.pipelines.nextDisplayOrder());
      const isDefault = input.isDefault === true || former === undefined;
      const pipeline = new Pipeline({ ...input, displayOrder, isDefault });
      if (isDefault) await replaceDefault(this.pipelines, former);
      return this.pipelines.add(pipeline);
    });
  }
}
