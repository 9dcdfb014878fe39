import { clock } from '../../core/clock.js';
import { uses } from '../../core/use-case.js';
import { conflict } from '../../core/errors.js';
import type { Rights } from '../../core/access/rights.js';
import { type Denial, denialIn, Authorizations } from '../../core/access/authorizations.js';
import { Transaction } from '../../core/transaction.js';
import { WebhookDeliveries } from '../deliveries/webhook-deliveries.port.js';
import type { Addressee } from '../deliveries/due-deliveries.port.js';
import { EndpointHealth, type Try } from './endpoint-health.js';
import { EndpointHealths, WebhookEndpoints } from './webhook-endpoints.port.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

const maxPerTenant = 20;

/** Creates, enables and disables endpoints, by the current rights of their owners and the outcomes of deliveries. */
export class EndpointLifecycle extends uses({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  healths: EndpointHealths,
  deliveries: WebhookDeliveries,
  authorizations: Authorizations,
}) {
  create(make: () => WebhookEndpoint): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      if ((await this.endpoints.lockCount()) >= maxPerTenant)
        throw conflict('too_many_endpoints', `A tenant has at most ${maxPerTenant} webhook endpoints.`);
      const endpoint = await this.endpoints.add(make());
      await this.healths.add(new EndpointHealth(endpoint.id));
      return endpoint;
    });
  }

  enable(id: string, rule: (endpoint: WebhookEndpoint, denial: Denial | null) => void): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      await this.release([id]);
      await this.healths.change(id, (health) => health.clear());
      return this.changeJudged(id, rule);
    });
  }

  /** Ends the holds of these endpoints, or of all, because a member vouches for them. */
  release(ids?: readonly string[]): Promise<void> {
    return this.transaction.run(async () => {
      await this.healths.changeEach({ ids }, (health) => health.release(clock.now()));
      await this.deliveries.sendSoon();
    });
  }

  async disableIfDenied(id: string): Promise<void> {
    await this.transaction.run(async () => {
      if (!(await this.endpoints.find(id))) return;
      await this.changeJudged(id, (endpoint, denial) => denial && endpoint.disable(denial));
    });
  }

  /** The enabled endpoints with the rights of their owners. Disables those whose owner has lost the right to them. */
  async addressees(): Promise<Addressee[]> {
    const endpoints = await this.endpoints.enabled();
    const authorizations = endpoints.length > 0 ? await this.authorizations.of(endpoints) : [];
    const addressees: Addressee[] = [];
    for (const [i, endpoint] of endpoints.entries()) {
      const authorization = authorizations[i]!;
      const denial = denialIn([authorization], 'webhooks', 'write');
      if (denial) await this.disableIfDenied(endpoint.id);
      else addressees.push({ endpoint, rights: authorization as Rights });
    }
    return addressees;
  }

  /** Applies a rule; if it disables or deletes the endpoint, skips the open deliveries. */
  change(id: string, rule: (endpoint: WebhookEndpoint) => void): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      const endpoint = await this.endpoints.change(id, rule);
      if (endpoint.endedAt) await this.deliveries.skipOpen(id, endpoint.endedAt);
      return endpoint;
    });
  }

  async judge(id: string, tries: readonly Try[], now: Date): Promise<void> {
    await this.transaction.run(async () => {
      let wasHeld = false;
      const { verdict, heldUntil } = await this.healths.change(id, (health) => {
        wasHeld = health.heldUntil !== null;
        health.judge(tries, now);
      });
      if (wasHeld && !heldUntil) await this.deliveries.sendSoon();
      if (verdict !== 'none' && (await this.endpoints.find(id)))
        await this.change(id, (endpoint) => endpoint.accept(verdict));
    });
  }

  /** Locks the endpoint first, so that its owner cannot change between the check of the rights and the change. */
  private async changeJudged(id: string, rule: (endpoint: WebhookEndpoint, denial: Denial | null) => void) {
    const locked = await this.endpoints.lock(id);
    const denial = await this.authorizations.denialOf([locked], 'webhooks', 'write');
    return this.change(id, (endpoint) => rule(endpoint, denial));
  }
}
