import { uses } from '../../core/use-case.js';
import { Sealer } from '../../core/sealer.js';
import { WebhookSender } from '../webhook-sender.port.js';
import { type EndpointFields, mustBeAdmissible } from './endpoint-fields.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import { WebhookEndpoint } from './webhook-endpoint.js';

export class CreateWebhookEndpoint extends uses({
  sender: WebhookSender,
  lifecycle: EndpointLifecycle,
  sealer: Sealer,
}) {
  async run(fields: EndpointFields & { url: string }): Promise<WebhookEndpoint> {
    mustBeAdmissible(fields, await this.sender.refusalOf(fields.url));
    return this.lifecycle.create(() => new WebhookEndpoint(fields, this.sealer));
  }
}
