import { Parts } from '../core/store.js';
import type { Section } from './section.js';

/** The sections of projects, in the order of positions. */
export abstract class Sections extends Parts<Section> {
  /** The position behind the last section of a project. */
  abstract nextPosition(projectId: string): Promise<number>;
}
