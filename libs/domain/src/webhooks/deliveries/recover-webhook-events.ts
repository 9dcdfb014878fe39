import { needing } from '../../core/use-case.js';
import { Faults } from '../../core/errors.js';
import { expectEventTypes } from '../endpoints/endpoint-admission.service.js';
import { type Recovery, type RecoveryRequest, WebhookDeliveries } from './webhook-deliveries.port.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';

const mostDays = 30;
const day = 86_400_000;

export class RecoverWebhookEvents extends needing({
  deliveries: WebhookDeliveries,
  endpoints: WebhookEndpoints,
}) {
  async run(request: RecoveryRequest): Promise<Recovery> {
    const { since, until, endpointId, eventTypes } = request;
    const age = Date.now() - since.getTime();
    const faults = new Faults()
      .expect(age >= 0, 'since', 'in_the_future', 'since must not be in the future.')
      .expect(age <= mostDays * day, 'since', 'too_long_ago', `since may be ${mostDays} days back at most.`)
      .expect(!until || until > since, 'until', 'before_since', 'until must be after since.');
    if (endpointId && !(await this.endpoints.find(endpointId))) faults.missing('endpoint_id');
    expectEventTypes(eventTypes, faults).throwIfAny();
    return this.deliveries.recover(request);
  }
}
