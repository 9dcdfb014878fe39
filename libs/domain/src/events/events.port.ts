import type { Page, PageRequest, Rendered } from '../core/page.js';
import type { Event } from './event.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    audit: true;
  }
  interface Linkables {
    event: true;
  }
}

export interface EventFilters {
  /** A type, or a family such as `task.*`. */
  type?: string;
  since?: Date;
  until?: Date;
  afterSequence?: number;
}

export abstract class Events {
  /** Newest first, or in ascending order after a sequence. */
  abstract page(request: PageRequest & EventFilters): Promise<Page<Event>>;

  abstract read(id: string): Promise<Rendered<Event>>;
}
