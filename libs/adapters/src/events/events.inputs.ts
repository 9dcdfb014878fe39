import { Instant, Int, PageInput, Text, Uuid } from '@tandem/platform/inputs/inputs';

const family = {
  max: 100,
  pattern: /^[a-z_]+(\.[a-z_]+)*(\.\*)?$/,
  form: 'a name such as task.created, or task.* for the family; GET /api/v1/event-types lists them',
};

export class ListAuditEntriesInput extends PageInput {
  @Text({ ...family, optional: true, description: 'such as task.created, or task.* for the family' })
  action?: string;
  @Text({ max: 100, optional: true }) resourceType?: string;
  @Uuid({ optional: true }) resourceId?: string;
  @Text({ max: 100, optional: true }) actorId?: string;
  @Text({ max: 100, optional: true }) actorType?: string;
  @Instant({ optional: true }) since?: Date;
  @Instant({ optional: true }) until?: Date;
}

export class ListEventsInput extends PageInput {
  @Text({ ...family, optional: true }) type?: string;
  @Instant({ optional: true }) since?: Date;
  @Instant({ optional: true }) until?: Date;
  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true, description: 'ascending from behind this sequence' })
  afterSequence?: number;
}
