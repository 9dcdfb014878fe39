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
  /** The run of an agent that did it. */
  runId?: string;
  /** Where it was done by other means than the API itself, such as MCP: which. */
  via?: 'mcp';
  since?: Date;
  until?: Date;
}

/** The audit log: everything that happened. */
export abstract class AuditEntries {
  /** Newest first. */
  abstract page(request: PageRequest & AuditFilters): Promise<Page<Event>>;
}
