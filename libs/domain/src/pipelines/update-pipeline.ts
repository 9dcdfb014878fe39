import { uses } from '../core/use-case.js';
import { replaceDefault } from '../core/default-candidate.js';
import { Transaction } from '../core/transaction.js';
import type { Pipeline, PipelineFields } from './pipeline.js';
import { Pipelines } from './pipelines.port.js';

export class UpdatePipeline extends uses({ transaction: Transaction, pipelines: Pipelines }) {
  run({ id, ...fields }: PipelineFields & { id: string }): Promise<Pipeline> {
    return this.transaction.run(async () => {
      if (fields.isDefault) await replaceDefault(this.pipelines, await this.pipelines.lockDefault(), id);
      return this.pipelines.change(id, (pipeline) => pipeline.update(fields));
    });
  }
}
