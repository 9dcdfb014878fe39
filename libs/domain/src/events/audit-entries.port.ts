import type { Page, PageRequest } from '../core/page.js';
import type { ActorType } from '../core/scope.js';
import type { Event } from './event.js';

export interface AuditFilters {
  /** A type, or a family such as `task.*`. */
  action?: string;
  resourceType?: string;
  resourceId?: string;
  actorId?: string;
  actorType?: ActorType;
  /** The agent run that caused the event. */
  runId?: string;
  /** Set for actions through another interface than the API. */
  via?: 'mcp';
  since?: Date;
  until?: Date;
}

export abstract class AuditEntries {
  /** Newest first. */
  abstract page(request: PageRequest & AuditFilters): Promise<Page<Event>>;
}
