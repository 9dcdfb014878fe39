import { Pipelines } from './pipelines.port.js';
import type { Stage } from './stage.js';

export class GetStage {
  static needs = [Pipelines] as const;

  constructor(private readonly pipelines: Pipelines) {}

  async run({ id, stageId }: { id: string; stageId: string }): Promise<Stage> {
    return (await this.pipelines.one(id)).stage(stageId);
  }
}
