import { uses } from '../core/use-case.js';
import { Pipelines } from './pipelines.port.js';
import type { NewStage, Stage } from './stage.js';

export class AddStage extends uses({ pipelines: Pipelines }) {
  async run({ id, ...fields }: NewStage & { id: string }): Promise<Stage> {
    const pipeline = await this.pipelines.change(id, (found) => found.addStage(fields));
    // Names of stages are unique within a pipeline.
    return pipeline.stages.find(({ name }) => name === fields.name)!;
  }
}
