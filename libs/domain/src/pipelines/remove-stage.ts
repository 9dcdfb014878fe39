import { uses } from '../core/use-case.js';
import { Pipelines } from './pipelines.port.js';

export class RemoveStage extends uses({ pipelines: Pipelines }) {
  async run({ id, stageId }: { id: string; stageId: string }): Promise<void> {
    await this.pipelines.change(id, (pipeline) => pipeline.removeStage(stageId));
  }
}
