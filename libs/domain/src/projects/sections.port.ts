import type { Page, PageRequest } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Section } from './section.js';

export abstract class Sections extends Store<Section> {
  /** A page in the order of positions. */
  abstract pageOf(projectId: string, request: PageRequest): Promise<Page>;

  /** The position behind the last section of a project. */
  abstract nextPosition(projectId: string): Promise<number>;

  /** Takes every task out of the section. */
  abstract empty(id: string): Promise<void>;
}
