import type { Stage } from './stage.js';

/** The stages of all pipelines, as others refer to them; they change with their pipeline. */
export abstract class Stages {
  /** The stage, unless its pipeline is deleted. */
  abstract find(id: string): Promise<Stage | undefined>;

  /** The same, and nobody changes or deletes it before the open transaction ends. */
  abstract hold(id: string): Promise<Stage | undefined>;
}
