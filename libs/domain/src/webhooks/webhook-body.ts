import { clock } from '../core/clock.js';
import { newId } from '../core/id.js';
import type { TenantRecord } from '../core/scope.js';

export interface WebhookEvent {
  id: string;
  type: string;
  /** RFC 3339. */
  timestamp: string;
  tenantId: string;
  /** Null for the event of a test. */
  sequence: number | null;
  /** JSON as stored with the event. */
  data: string;
}

export const testEventFor = ({ id, tenantId }: TenantRecord): WebhookEvent => ({
  id: newId(),
  type: 'webhook.test',
  timestamp: clock.now().toISOString(),
  tenantId,
  sequence: null,
  data: JSON.stringify({ endpoint_id: id }),
});

/** The same bytes on every try. */
export function webhookBody({ id, type, timestamp, tenantId, sequence, data }: WebhookEvent): string {
  const head = JSON.stringify({ id, type, timestamp, tenant_id: tenantId, sequence });
  return `${head.slice(0, -1)},"data":${data}}`;
}
