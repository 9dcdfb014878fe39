import { List } from '@tandem/domain/core/page';
import type { Pipeline } from '@tandem/domain/pipelines/pipeline';
import type { Pipelines } from '@tandem/domain/pipelines/pipelines.port';
import { Stage } from '@tandem/domain/pipelines/stage';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { pipelineView } from './pipeline.view.js';

export class InMemoryPipelines extends InMemoryStore<Pipeline> implements Pipelines {
  constructor() {
    super(pipelineView);
  }

  async list(): Promise<List> {
    const sorted = this.seen().sort((a, b) => a.displayOrder - b.displayOrder || (a.id < b.id ? -1 : 1));
    return new List(
      sorted.map((pipeline) => this.rendered(pipeline)),
      false,
    );
  }

  async lockDefault(): Promise<string | undefined> {
    return this.seen().find((pipeline) => pipeline.isDefault)?.id;
  }

  async nextDisplayOrder(): Promise<number> {
    return Math.max(-1, ...this.seen().map((pipeline) => pipeline.displayOrder)) + 1;
  }

  async oldest(): Promise<string | undefined> {
    return this.seen()
      .map(({ id }) => id)
      .sort()[0];
  }

  protected override seen(which?: { deleted?: boolean }): Pipeline[] {
    const pipelines = super.seen(which);
    for (const pipeline of pipelines) pipeline.stages = pipeline.stages.map(revived);
    return pipelines;
  }
}

const revived = (stage: Stage): Stage => Object.assign(Object.create(Stage.prototype) as Stage, stage);
