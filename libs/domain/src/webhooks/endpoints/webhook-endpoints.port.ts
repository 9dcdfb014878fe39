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
}

export abstract class WebhookEndpoints extends Store<WebhookEndpoint, EndpointFilters> {
  /** Until the transaction ends, only its caller gives the endpoint what it missed; false where another worker does so already. */
  abstract beginCatchingUp(id: string): Promise<boolean>;

  /** Endpoints that have yet to get events they missed. */
  abstract behindAcrossTenants(): Promise<TenantRecord[]>;

  /** `missFrom` of every endpoint, with the time of the first event in the range; those it changes are locked until the transaction ends. */
  abstract missFrom(range: EventRange): Promise<void>;

  /**
   * `caughtUp` of the endpoint, as the caller has read it; false where it stays behind. Like `missFrom` this is no change that callers are
   * told of: `updated_at` stays.
   */
  abstract caughtUp(endpoint: WebhookEndpoint): Promise<boolean>;

  /** Those that get events. */
  abstract enabled(): Promise<WebhookEndpoint[]>;

  /** Ids of the enabled endpoints whose address was given by the member, or with the API key, of this id. */
  abstract enabledFor(id: string): Promise<string[]>;
}

/** Found by the id of the endpoint. */
export abstract class EndpointHealths extends Store<EndpointHealth> {}
