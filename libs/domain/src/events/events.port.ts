import type { Page, PageRequest, Rendered } from '../core/page.js';

/** Reading of what happened. */
export abstract class Events {
  /** The audit log, newest first. */
  abstract auditPage(request: PageRequest & object): Promise<Page>;

  /** Events that leave the house; newest first, or ascending from a sequence. */
  abstract page(request: PageRequest & { afterSequence?: number }): Promise<Page>;

  abstract read(id: string): Promise<Rendered>;
}
