import type { Rendered } from '../core/page.js';
import type { Stage } from './stage.js';

/** The stages of all pipelines, as others refer to them; they change with their pipeline. */
export abstract class Stages {
  /** The stage of that pipeline as its view shows it, like one of `Parts`. */
  abstract readOf(pipelineId: string, id: string): Promise<Rendered<Stage>>;

  /** The stage, unless its pipeline is deleted. */
  abstract find(id: string): Promise<Stage | undefined>;

  /** Those of the ids, in lower case, that a stage has whose pipeline is not deleted. */
  abstract present(ids: readonly string[]): Promise<Set<string>>;

  /** The same as `find`, and nobody changes or deletes it before the open transaction ends. */
  abstract hold(id: string): Promise<Stage | undefined>;
}
