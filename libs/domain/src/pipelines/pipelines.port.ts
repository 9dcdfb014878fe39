import type { List } from '../core/page.js';
import { PartsOfAggregate, Store } from '../core/store.js';
import type { Pipeline } from './pipeline.js';
import type { Stage } from './stage.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    pipelines: true;
  }
  interface Linkables {
    pipeline: true;
    pipeline_stage: true;
  }
}

export abstract class Pipelines extends Store<Pipeline> {
  /** All of the tenant's, by display order. */
  abstract list(): Promise<List<Pipeline>>;

  /** Id of the default pipeline; until the transaction ends nobody else makes or unmakes one. */
  abstract lockDefault(): Promise<string | undefined>;

  /** The first place behind all pipelines. */
  abstract nextDisplayOrder(): Promise<number>;

  /** Id of the pipeline that was created first. */
  abstract oldest(): Promise<string | undefined>;
}

/** The stages of pipelines that are not deleted. */
export abstract class Stages extends PartsOfAggregate<Stage> {}
