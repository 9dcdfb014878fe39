import { auditedResources, auditPatterns, eventPatterns } from '@tandem/domain/core/events/event-types';
import { type ActorType, actorTypes } from '@tandem/domain/core/scope';
import { Instant, Int, OneOf, PageInput, Text, Uuid } from '@tandem/platform/inputs/inputs';

export class ListAuditEntriesInput extends PageInput {
  @OneOf(auditPatterns, { optional: true, description: 'such as task.created, or task.* for the family' })
  action?: string;
  @OneOf(auditedResources, { optional: true }) resourceType?: string;
  @Uuid({ optional: true }) resourceId?: string;
  @Text({ max: 100, optional: true }) actorId?: string;
  @OneOf(actorTypes, { optional: true }) actorType?: ActorType;
  @Uuid({ optional: true, description: 'only what this run of an agent did' }) runId?: string;
  @OneOf(['mcp'], { optional: true, description: 'mcp: only what was done over MCP' }) via?: 'mcp';
  @Instant({ optional: true }) since?: Date;
  @Instant({ optional: true }) until?: Date;
}

export class ListEventsInput extends PageInput {
  @OneOf(eventPatterns, { optional: true }) type?: string;
  @Instant({ optional: true }) since?: Date;
  @Instant({ optional: true }) until?: Date;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true, description: 'ascending from behind this sequence' })
  afterSequence?: number;
}
