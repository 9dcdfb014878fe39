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
  abstract list(): Promise<List<Pipeline>>;

  /** Id of the default pipeline, locked against changes of the default until the transaction ends. */
  abstract lockDefault(): Promise<string | undefined>;

  abstract nextDisplayOrder(): Promise<number>;

  abstract oldest(): Promise<string | undefined>;
}

export abstract class Stages extends PartsOfAggregate<Stage> {}
