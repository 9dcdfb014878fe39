import { Store } from '../../core/store.js';
import type { EndpointHealth } from './endpoint-health.js';

/** Found by the id of the endpoint. */
export abstract class EndpointHealths extends Store<EndpointHealth> {}
