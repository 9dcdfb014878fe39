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
  @Texts({
    max: 100,
    clearable: true,
    description: 'such as task.created, or task.* for all task events; null for all',
  })
  eventTypes?: string[] | null;
  @Texts({
    clearable: true,
    description: 'events on any of these, such as tasks, project_<id> or notebook_<id>; null for all',
  })
  channels?: string[] | null;
  @Bool({ optional: true }) isEnabled?: boolean;
}

export class UpdateWebhookEndpointInput extends optional(CreateWebhookEndpointInput) {
  @Uuid() id!: string;
}

export class ListWebhookEndpointsInput extends PageInput {
  @Bool({ optional: true, description: 'only enabled endpoints, or, if false, only disabled ones' })
  isEnabled?: boolean;
}

@Described(endpointView)
export class RotateWebhookSecretInput {
  @Uuid() id!: string;
  @Int({
    min: 0,
    max: 604_800,
    optional: true,
    description: 'how long the former secret still signs, in seconds; default one day',
    example: 3600,
  })
  gracePeriodSeconds?: number;
}

export class ListWebhookDeliveriesInput extends PageInput {
  @Uuid({ optional: true }) endpointId?: string;
  @Uuid({ optional: true }) eventId?: string;
  @OneOf(deliveryStatuses, { optional: true }) status?: DeliveryStatus;
  @Int({ min: 100, max: 599, optional: true, description: 'HTTP status of the last attempt' }) httpStatus?: number;
  @Instant({ optional: true }) since?: Date;
  @Instant({ optional: true }) until?: Date;
}

@Described(endpointView)
@Judged(judgeRecovery)
export class RecoverWebhookEventsInput {
  @Instant({ description: 'events at or after this instant; at most 30 days ago', example: '2026-11-20T00:00:00Z' })
  since!: Date;
  @Instant({ optional: true, description: 'events before this instant; default now' }) until?: Date;
  @Uuid({ optional: true, description: 'default: every enabled endpoint' }) endpointId?: string;
  @Texts({ max: 100, optional: true, description: "in addition to the endpoint's own filter" }) eventTypes?: string[];
  @Bool({ optional: true, description: 'true only counts and changes nothing', example: true }) dryRun?: boolean;
}
