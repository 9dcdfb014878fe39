import { uses } from '../core/use-case.js';
import type { Pipeline } from './pipeline.js';
import { Pipelines } from './pipelines.port.js';

export class ReorderStages extends uses({ pipelines: Pipelines }) {
  run({ id, stageIds }: { id: string; stageIds: string[] }): Promise<Pipeline> {
    return this.pipelines.change(id, (pipeline) => pipeline.reorder(stageIds));
  }
}
