import { Pipelines } from './pipelines.port.js';

export class RemoveStage {
  static needs = [Pipelines] as const;

  constructor(private readonly pipelines: Pipelines) {}

  async run({ id, stageId }: { id: string; stageId: string }): Promise<void> {
    await this.pipelines.change(id, (pipeline) => pipeline.removeStage(stageId));
  }
}
