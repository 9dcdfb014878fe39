import { needing } from '../core/use-case.js';
import { Pipelines } from './pipelines.port.js';
import type { NewStage, Stage } from './stage.js';

export class AddStage extends needing({ pipelines: Pipelines }) {
  async run({ id, ...fields }: NewStage & { id: string }): Promise<Stage> {
    let added: Stage | undefined;
    await this.pipelines.change(id, (pipeline) => void (added = pipeline.addStage(fields)));
    return added!;
  }
}
