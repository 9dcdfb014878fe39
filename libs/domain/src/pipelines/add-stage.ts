import { uses } from '../core/use-case.js';
import { Pipelines } from './pipelines.port.js';
import type { NewStage, Stage } from './stage.js';

export class AddStage extends uses({ pipelines: Pipelines }) {
  async run({ id, ...fields }: NewStage & { id: string }): Promise<Stage> {
    const pipeline = await this.pipelines.change(id, (found) => found.addStage(fields));
    // No two stages of a pipeline have the same name.
    return pipeline.stages.find(({ name }) => name === fields.name)!;
  }
}
