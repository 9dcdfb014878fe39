import { ofTenant } from '@tandem/platform/postgres/tenant-statements';
import { isActive } from '../endpoints/endpoint-rules.js';
import { isOpen, skip } from './delivery-transitions.js';
import { storing } from './fan-out-statements.js';

/* What becomes of the deliveries of an endpoint that is disabled or deleted. */

/** Deliveries without rows get them first: their claims end with the endpoint. */
export const endClaims = `with over as (delete from webhook_claims t where ${ofTenant()} and endpoint_id = $2 returning *) ${storing('over')}`;

export const skipOpen = `update webhook_deliveries t set ${skip('$3')} where ${ofTenant()} and endpoint_id = $2 and ${isOpen}`;

/** An endpoint that nobody answered for days may have millions of open deliveries; each takes some 28 µs. */
export const longestSeconds = 120;

/** Of the endpoints that a recovery was for: whoever ended one meanwhile did not see what was put back. */
export const skipEnded = `with w as materialized (
    select id, is_enabled, deleted_at from webhook_endpoints w where ${ofTenant('w')} and ($2::uuid is null or w.id = $2) for key share)
  update webhook_deliveries t set ${skip('now()')}
  where ${ofTenant()} and endpoint_id = any (array(select id from w where not (${isActive}))) and ${isOpen}`;
