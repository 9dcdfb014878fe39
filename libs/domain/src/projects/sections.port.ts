import type { Page, PageRequest, Rendered } from '../core/page.js';
import { Store } from '../core/store.js';
import type { Section } from './section.js';

export abstract class Sections extends Store<Section> {
  /** The section of that project as its view shows it; not_found when there is none, or it is another project's. */
  abstract readOf(projectId: string, id: string): Promise<Rendered>;

  /** A page in the order of positions. */
  abstract pageOf(projectId: string, request: PageRequest): Promise<Page>;

  /** The position behind the last section of a project. */
  abstract nextPosition(projectId: string): Promise<number>;

  /** Takes every task out of the section. */
  abstract empty(id: string): Promise<void>;
}
