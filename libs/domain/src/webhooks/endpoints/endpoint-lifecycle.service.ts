import { needing } from '../../core/use-case.js';
import { conflict } from '../../core/errors.js';
import { eventReach } from '../../core/events/channels.js';
import type { Rights } from '../../core/access/rights.js';
import { type Denial, denialIn, Authorizations } from '../../core/access/authorizations.js';
import { Transaction } from '../../core/transaction.js';
import { WebhookDeliveries } from '../deliveries/webhook-deliveries.port.js';
import type { Addressee } from '../deliveries/delivery-claims.port.js';
import { EndpointHealth, type Try } from './endpoint-health.js';
import { EndpointHealths, WebhookEndpoints } from './webhook-endpoints.port.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

const mostPerTenant = 20;

/** Makes, enables and disables endpoints by the present rights of the member they run on behalf of. */
export class EndpointLifecycle extends needing({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  healths: EndpointHealths,
  deliveries: WebhookDeliveries,
  authorizations: Authorizations,
}) {
  /** Stores an endpoint, which has not failed yet. */
  create(make: () => WebhookEndpoint): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      if ((await this.endpoints.lockCount()) >= mostPerTenant)
        throw conflict('too_many_endpoints', `A tenant has at most ${mostPerTenant} webhook endpoints.`);
      const endpoint = await this.endpoints.add(make());
      await this.healths.add(new EndpointHealth(endpoint.id));
      return endpoint;
    });
  }

  /** Applies a rule that enables the endpoint; it forgets every failure. */
  enable(id: string, rule: (endpoint: WebhookEndpoint, denial: Denial | null) => void): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      await this.healths.change(id, (health) => health.clear());
      return this.changeJudged(id, rule);
    });
  }

  /** Disables the endpoint if its member or key may no longer have it. */
  async disableIfDenied(id: string): Promise<void> {
    await this.transaction.run(async () => {
      if (!(await this.endpoints.find(id))) return;
      await this.changeJudged(id, (endpoint, denial) => denial && endpoint.disable(denial));
    });
  }

  /** An endpoint that may be sent events now, and which; undefined when it may have none, which disables it where it is denied them. */
  async addressee(id: string): Promise<Addressee | undefined> {
    const endpoint = await this.endpoints.find(id);
    if (!endpoint?.isEnabled) return undefined;
    const [authorization] = await this.authorizations.of([endpoint]);
    if (denialIn([authorization!], 'webhooks', 'write') === null)
      return { endpoint, reach: eventReach(authorization as Rights) };
    await this.disableIfDenied(id);
    return undefined;
  }

  /** Applies a rule that may disable or delete the endpoint: then whatever is open of it is skipped. */
  change(id: string, rule: (endpoint: WebhookEndpoint) => void): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      const endpoint = await this.endpoints.change(id, rule);
      if (endpoint.endedAt) await this.deliveries.skipOpen(id, endpoint.endedAt);
      return endpoint;
    });
  }

  /** Counts tries of the endpoint, and warns of it or disables it where they say so. */
  async judge(id: string, tries: readonly Try[], now: Date): Promise<void> {
    await this.transaction.run(async () => {
      const { verdict } = await this.healths.change(id, (health) => health.judge(tries, now));
      if (verdict !== 'none' && (await this.endpoints.find(id)))
        await this.change(id, (endpoint) => endpoint.accept(verdict));
    });
  }

  /** The endpoint's row is the lock: nobody takes it over between the look at its member's rights and the change. */
  private async changeJudged(id: string, rule: (endpoint: WebhookEndpoint, denial: Denial | null) => void) {
    const locked = await this.endpoints.lock(id);
    const denial = await this.authorizations.denialOf([locked], 'webhooks', 'write');
    return this.change(id, (endpoint) => rule(endpoint, denial));
  }
}
