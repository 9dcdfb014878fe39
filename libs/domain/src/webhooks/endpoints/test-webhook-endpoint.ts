import { needing } from '../../core/use-case.js';
import { newId } from '../../core/id.js';
import { testEventFor, webhookBody } from '../webhook-body.js';
import type { AttemptError } from '../deliveries/answer.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';
import { type WebhookMessage, WebhookSender } from '../webhook-sender.port.js';

export interface WebhookTestResult {
  success: boolean;
  httpStatus: number | null;
  responseTimeMs: number;
  errorMessage: AttemptError | null;
}

/** Sends `webhook.test` as any event is sent; it counts towards nothing. */
export class TestWebhookEndpoint extends needing({ endpoints: WebhookEndpoints, sender: WebhookSender }) {
  async run({ id }: { id: string }): Promise<WebhookTestResult> {
    const { error, httpStatus, responseTimeMs } = await this.sender.send(testOf(await this.endpoints.one(id)));
    const result = { success: !error, httpStatus, responseTimeMs, errorMessage: error };
    await this.endpoints.change(id, (found) =>
      found.tested({ success: result.success, http_status: httpStatus, error_message: error }),
    );
    return result;
  }
}

function testOf(endpoint: WebhookEndpoint): WebhookMessage {
  const event = testEventFor(endpoint);
  return { endpoint, deliveryId: newId(), attempt: 1, eventId: event.id, body: webhookBody(event) };
}
