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
  /** Also by keys, over MCP, and through agents and schedules that work for the member. */
  memberId?: string;
  runId?: string;
  via?: 'mcp';
  since?: Date;
  until?: Date;
}

export abstract class AuditEntries {
  /** Newest first. */
  abstract page(request: PageRequest & AuditFilters): Promise<Page<Event>>;
}
