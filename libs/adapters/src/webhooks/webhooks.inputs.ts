import { judgeRecovery } from '@tandem/domain/webhooks/deliveries/recover-webhook-events';
import { type DeliveryStatus, deliveryStatuses } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { type EndpointFields, expectEventTypes } from '@tandem/domain/webhooks/endpoints/endpoint-fields';
import {
  Bool,
  Described,
  Instant,
  Int,
  Judged,
  OneOf,
  optional,
  PageInput,
  Text,
  Texts,
  Url,
  Uuid,
} from '@tandem/platform/inputs/inputs';
import { endpointView } from './endpoints/webhook-endpoint.fields.js';

@Described(endpointView)
@Judged(({ eventTypes }: EndpointFields, faults) => expectEventTypes(eventTypes, faults))
export class CreateWebhookEndpointInput {
  @Url() url!: string;
  @Text({ min: 0, max: 1000, clearable: true }) description?: string | null;
  @Texts({ max: 100, clearable: true, description: 'such as task.created, or task.* for the family; null is all' })
  eventTypes?: string[] | null;
  @Texts({
    clearable: true,
    description: 'such as tasks, project_<id> or notebook_<id>: events on any of them; null is all',
  })
  channels?: string[] | null;
  @Bool({ optional: true }) isEnabled?: boolean;
}

export class UpdateWebhookEndpointInput extends optional(CreateWebhookEndpointInput) {
  @Uuid() id!: string;
}

export class ListWebhookEndpointsInput extends PageInput {
  @Bool({ optional: true }) isEnabled?: boolean;
}

@Described(endpointView)
export class RotateWebhookSecretInput {
  @Uuid() id!: string;
  @Int({
    min: 0,
    max: 604_800,
    optional: true,
    description: 'how long the former secret still signs; default a day',
    example: 3600,
  })
  gracePeriodSeconds?: number;
}

export class ListWebhookDeliveriesInput extends PageInput {
  @Uuid({ optional: true }) endpointId?: string;
  @Uuid({ optional: true }) eventId?: string;
  @OneOf(deliveryStatuses, { optional: true }) status?: DeliveryStatus;
  @Int({ min: 100, max: 599, optional: true, description: 'of the last attempt' }) httpStatus?: number;
  @Instant({ optional: true }) since?: Date;
  @Instant({ optional: true }) until?: Date;
}

@Described(endpointView)
@Judged(judgeRecovery)
export class RecoverWebhookEventsInput {
  @Instant({ description: 'events from this instant on; at most 30 days back', example: '2026-11-20T00:00:00Z' })
  since!: Date;
  @Instant({ optional: true, description: 'events before this instant; default now' }) until?: Date;
  @Uuid({ optional: true, description: 'default every enabled endpoint' }) endpointId?: string;
  @Texts({ max: 100, optional: true, description: "beside the endpoint's own filter" }) eventTypes?: string[];
  @Bool({ optional: true, description: 'true counts and changes nothing', example: true }) dryRun?: boolean;
}
