import { auditedResources, auditPatterns, eventPatterns } from '@tandem/domain/core/events/event-types';
import { type ActorType, actorTypes } from '@tandem/domain/core/scope';
import { Choices, Instant, Int, OneOf, PageInput, Text, Texts, Uuid } from '@tandem/platform/inputs/inputs';

export class ListAuditEntriesInput extends PageInput {
  @OneOf(auditPatterns, { optional: true, description: 'such as task.created, or task.* for all task events' })
  action?: string;
  @OneOf(auditedResources, { optional: true }) resourceType?: string;
  @Uuid({ optional: true }) resourceId?: string;
  @Text({ max: 100, optional: true }) actorId?: string;
  @OneOf(actorTypes, { optional: true }) actorType?: ActorType;
  @Uuid({
    optional: true,
    description: 'only what this member did: by key or token, over MCP, or through agents and schedules',
  })
  memberId?: string;
  @Uuid({ optional: true, description: 'only actions of this agent run' }) runId?: string;
  @OneOf(['mcp'], { optional: true, description: '`mcp`: only actions over MCP' }) via?: 'mcp';
  @Instant({ optional: true }) since?: Date;
  @Instant({ optional: true }) until?: Date;
}

export class ListEventsInput extends PageInput {
  @OneOf(eventPatterns, { optional: true }) type?: string;
  @Instant({ optional: true }) since?: Date;
  @Instant({ optional: true }) until?: Date;
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'only events after this sequence, in ascending order',
  })
  afterSequence?: number;
}

export class StreamEventsInput {
  @Choices(eventPatterns, {
    maxItems: 50,
    optional: true,
    description: 'only events of these types, such as task.created, or task.* for all task events',
  })
  types?: string[];
  @Texts({
    optional: true,
    description: 'only events on any of these channels, such as tasks, project_<id> or notebook_<id>',
  })
  channels?: string[];
  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'begin with the event after this sequence; the header Last-Event-ID takes precedence',
  })
  afterSequence?: number;
}
