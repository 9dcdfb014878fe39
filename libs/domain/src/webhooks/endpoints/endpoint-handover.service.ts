import { needing } from '../../core/use-case.js';
import { conflict } from '../../core/errors.js';
import { type Lapse, Standings } from '../../core/standings.js';
import { Transaction } from '../../core/transaction.js';
import { WebhookDeliveries } from '../deliveries/webhook-deliveries.port.js';
import { EndpointHealth, type Try, type Verdict } from './endpoint-health.js';
import { EndpointHealths, WebhookEndpoints } from './webhook-endpoints.port.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

const mostPerTenant = 20;

/** Starts and stops endpoints by the present rights of the member they run on behalf of. */
export class EndpointHandover extends needing({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  healths: EndpointHealths,
  deliveries: WebhookDeliveries,
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

  /** Disables the endpoint if its member or key may no longer have it. */
  async stopIfLapsed(id: string): Promise<void> {
    await this.transaction.run(async () => {
      if (!(await this.endpoints.find(id))) return;
      await this.judged(id, (endpoint, lapse) => lapse && endpoint.disable(lapse));
    });
  }

  /** Applies a rule that may disable or delete the endpoint: then whatever is open of it is skipped. */
  change(id: string, rule: (endpoint: WebhookEndpoint) => void): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      const endpoint = await this.endpoints.change(id, rule);
      if (endpoint.endedAt) await this.deliveries.skipOpen(id, endpoint.endedAt);
      return endpoint;
    });
  }

  /** Counts the tries of an endpoint; the verdict is for it to heed. */
  async judge(id: string, tries: readonly Try[], now: Date): Promise<Verdict> {
    let verdict: Verdict = 'none';
    await this.healths.change(id, (health) => void (verdict = health.judge(tries, now)));
    return verdict;
  }

  /** The endpoint's row is the lock: nobody takes it over between judgement and change. */
  private async judged(id: string, rule: (endpoint: WebhookEndpoint, lapse: Lapse | null) => void) {
    const locked = await this.endpoints.lock(id);
    const lapse = await this.standings.lapseOf([locked], 'webhooks', 'write');
    return this.change(id, (endpoint) => rule(endpoint, lapse));
  }
}
