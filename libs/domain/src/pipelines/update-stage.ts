import { uses } from '../core/use-case.js';
import { Pipelines } from './pipelines.port.js';
import type { Stage, StageFields } from './stage.js';

export class UpdateStage extends uses({ pipelines: Pipelines }) {
  async run({ id, stageId, ...fields }: StageFields & { id: string; stageId: string }): Promise<Stage> {
    const pipeline = await this.pipelines.change(id, (found) => found.changeStage(stageId, fields));
    return pipeline.stage(stageId);
  }
}
