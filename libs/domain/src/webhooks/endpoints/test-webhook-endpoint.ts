import { clock } from '../../core/clock.js';
import { uses } from '../../core/use-case.js';
import { newId } from '../../core/id.js';
import { testEventFor } from '../webhook-body.js';
import { type AttemptResult, type AttemptNote, noteOf } from '../deliveries/attempt-result.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';
import { WebhookSender } from '../webhook-sender.port.js';

export interface WebhookTestResult extends Pick<AttemptResult, 'httpStatus' | 'responseTimeMs'> {
  success: boolean;
  errorMessage: AttemptNote | null;
}

/** Sends `webhook.test` like any event. A success ends a hold; otherwise the result does not count. */
export class TestWebhookEndpoint extends uses({
  endpoints: WebhookEndpoints,
  sender: WebhookSender,
  lifecycle: EndpointLifecycle,
}) {
  async run({ id }: { id: string }): Promise<WebhookTestResult> {
    const endpoint = await this.endpoints.one(id);
    const event = testEventFor(endpoint);
    const message = { endpoint, deliveryId: newId(), attempt: 1, startedAt: clock.now(), event };
    const attempt = await this.sender.send(message);
    const { httpStatus, responseTimeMs } = attempt;
    const result = { success: !attempt.error, httpStatus, responseTimeMs, errorMessage: noteOf(attempt) };
    if (result.success) await this.lifecycle.release([id]);
    await this.endpoints.change(id, (found) =>
      found.tested({ success: result.success, http_status: httpStatus, error_message: result.errorMessage }),
    );
    return result;
  }
}
