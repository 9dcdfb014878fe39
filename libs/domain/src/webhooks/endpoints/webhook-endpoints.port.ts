import type { EventRange } from '../../core/events/happened.js';
import type { TenantRecord } from '../../core/scope.js';
import { Store } from '../../core/store.js';
import type { EndpointHealth } from './endpoint-health.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

declare module '../../core/vocabulary.js' {
  interface Domains {
    webhooks: true;
  }
}

export interface EndpointFilters {
  isEnabled?: boolean;
  /** Enabled, and without a success since its last failure; also while held. */
  isFailing?: true;
}

export interface HealthFilters {
  ids?: readonly string[];
}

export abstract class WebhookEndpoints extends Store<WebhookEndpoint, EndpointFilters> {
  /** Claims the endpoint for catching up until the transaction ends; false if another worker has it. */
  abstract startCatchingUp(id: string): Promise<boolean>;

  abstract behindAcrossTenants(): Promise<TenantRecord[]>;

  /** `missFrom` of every endpoint with the time of the first event in the range; changed endpoints stay locked. */
  abstract missFrom(range: EventRange): Promise<void>;

  /** False if it stays behind. Like `missFrom`, it leaves `updated_at` unchanged. */
  abstract caughtUp(endpoint: WebhookEndpoint): Promise<boolean>;

  abstract enabled(): Promise<WebhookEndpoint[]>;

  abstract enabledFor(id: string): Promise<string[]>;
}

/** Each has the id of its endpoint. */
export abstract class EndpointHealths extends Store<EndpointHealth, HealthFilters> {}
