import { clock } from '../../core/clock.js';
import { Transaction } from '../../core/transaction.js';
import { uses } from '../../core/use-case.js';
import { dayMillis } from '../../core/durations.js';
import { Faults } from '../../core/errors.js';
import { expectEventTypes } from '../endpoints/endpoint-fields.js';
import { type Recovery, type RecoveryRequest, WebhookDeliveries } from './webhook-deliveries.port.js';
import { EndpointLifecycle } from '../endpoints/endpoint-lifecycle.service.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';

const maxDays = 30;

export class RecoverWebhookEvents extends uses({
  transaction: Transaction,
  lifecycle: EndpointLifecycle,
  deliveries: WebhookDeliveries,
  endpoints: WebhookEndpoints,
}) {
  async run(request: RecoveryRequest): Promise<Recovery> {
    const faults = new Faults();
    judgeRecovery(request, faults);
    const { endpointId } = request;
    if (endpointId && !(await this.endpoints.find(endpointId))) faults.missing('endpoint_id');
    faults.throwIfAny();
    return this.transaction.run(async () => {
      const recovery = await this.deliveries.recover({ ...request, withWaiting: true });
      if (!request.dryRun) await this.lifecycle.release(endpointId ? [endpointId] : undefined);
      return recovery;
    });
  }
}

export function judgeRecovery({ since, until, eventTypes }: Partial<RecoveryRequest>, faults: Faults): void {
  const age = since ? clock.millis() - since.getTime() : 0;
  faults
    .expect(age >= 0, 'since', 'in_the_future', 'since must not be in the future.')
    .expect(age <= maxDays * dayMillis, 'since', 'too_long_ago', `since may be ${maxDays} days back at most.`)
    .expect(!until || !since || until > since, 'until', 'before_since', 'until must be after since.');
  expectEventTypes(eventTypes, faults);
}
