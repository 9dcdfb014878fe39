import { needing } from '../../core/use-case.js';
import { conflict } from '../../core/errors.js';
import { type Lapse, Standings } from '../../core/standings.js';
import { Transaction } from '../../core/transaction.js';
import { EndpointHealth } from './endpoint-health.js';
import { EndpointHealths } from './endpoint-healths.port.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

const mostPerTenant = 20;

/** Judges in whose name an endpoint is told things: who starts it, and whether it may go on. */
export class EndpointHandover extends needing({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  healths: EndpointHealths,
  standings: Standings,
}) {
  /** Makes and stores an endpoint, which has not failed yet. */
  begin(make: () => WebhookEndpoint): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      if ((await this.endpoints.lockCount()) >= mostPerTenant)
        throw conflict('too_many_endpoints', `A tenant has at most ${mostPerTenant} webhook endpoints.`);
      const endpoint = await this.endpoints.add(make());
      await this.healths.add(new EndpointHealth(endpoint.id));
      return endpoint;
    });
  }

  /** Applies a rule that enables the endpoint; it forgets every failure. */
  start(id: string, rule: (endpoint: WebhookEndpoint, lapse: Lapse | null) => void): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      await this.healths.change(id, (health) => health.clear());
      return this.judged(id, rule);
    });
  }

  /** Disables the endpoint if nothing may be told in the name of its member any more. */
  async stopIfLapsed(id: string): Promise<void> {
    await this.transaction.run(async () => {
      if (!(await this.endpoints.find(id))) return;
      await this.judged(id, (endpoint, lapse) => lapse && endpoint.disable(lapse));
    });
  }

  /** The endpoint's row is the lock: nobody takes it over between judgement and change. */
  private async judged(id: string, rule: (endpoint: WebhookEndpoint, lapse: Lapse | null) => void) {
    const locked = await this.endpoints.change(id, () => undefined);
    const lapse = await this.standings.lapseOf([locked], 'webhooks', 'write');
    return this.endpoints.change(id, (endpoint) => rule(endpoint, lapse));
  }
}
