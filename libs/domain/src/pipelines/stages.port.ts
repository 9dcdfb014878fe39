import { Parts } from '../core/store.js';
import type { Stage } from './stage.js';

/** The stages of pipelines that are not deleted, to be shown and referred to; they change with their pipeline. */
export abstract class Stages extends Parts<Stage> {}
