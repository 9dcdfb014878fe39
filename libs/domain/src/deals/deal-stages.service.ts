import { uses } from '../core/use-case.js';
import type { Faults } from '../core/errors.js';
import { Pipelines, Stages } from '../pipelines/pipelines.port.js';
import type { Stage } from '../pipelines/stage.js';
import type { Deal, StageEntry } from './deal.js';
import { Deals } from './deals.port.js';

/** Finds the stages that deals enter, and locks their pipelines against changes until the transaction ends. */
export class DealStages extends uses({ pipelines: Pipelines, stages: Stages, deals: Deals }) {
  /** The given stage of the pipeline, or its first open one. */
  async first(pipelineId: string, stageId: string | undefined, faults: Faults): Promise<StageEntry | undefined> {
    const pipeline = await this.pipelines.lockShared(pipelineId);
    const stage = pipeline && (stageId ? pipeline.findStage(stageId) : pipeline.firstOpenStage);
    if (!stage) faults.missing(pipeline ? 'stage_id' : 'pipeline_id');
    return stage && this.entryTo(stage);
  }

  /** A stage of any pipeline. */
  async byId(stageId: string): Promise<Stage | undefined> {
    const found = await this.stages.find(stageId);
    return found && (await this.pipelines.lockShared(found.pipelineId))?.findStage(stageId);
  }

  /** The stage of a deleted deal, or the first open one of its pipeline; undefined without its pipeline. */
  async restoring(deal: Deal): Promise<StageEntry | undefined> {
    const pipeline = await this.pipelines.lockShared(deal.pipelineId);
    return pipeline && this.entryTo(pipeline.findStage(deal.stageId) ?? pipeline.firstOpenStage, deal);
  }

  /** At the given position, or last; a deal that is in the stage already keeps its position. */
  async entryTo(stage: Stage, deal?: Deal, position?: number): Promise<StageEntry> {
    const current = deal?.stageId === stage.id ? deal.position : undefined;
    return { stage, position: position ?? current ?? (await this.deals.nextPosition(stage.id)) };
  }
}
