import type { EventRange } from '@tandem/domain/core/events/happened';
import type { TenantRecord } from '@tandem/domain/core/scope';
import type { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import type { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import type {
  EndpointFilters,
  EndpointHealths,
  HealthFilters,
  WebhookEndpoints,
} from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { equals } from '@tandem/platform/postgres/filters';
import {
  type Bind,
  plannedForAll,
  rowsOf,
  tenantStatement,
  tryAdvisoryLock,
} from '@tandem/platform/postgres/statements';
import { storeOf } from '@tandem/platform/store/store-of';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { outcomes, outcomesOfRow } from './endpoint-outcomes.js';
import { belongsTo, caughtUp, isBehind, isFailing, missFrom } from './endpoint-rules.js';
import { endpointFields, endpointHealthFields } from './webhook-endpoint.fields.js';

const behind = `select w.tenant_id as "tenantId", w.id from webhook_endpoints w where ${isBehind}`;

const isFailingNow = `t.is_enabled and exists (
  select ${rowsOf('webhook_endpoint_healths', 'h')} and h.id = t.id and ${isFailing})`;

export class SqlWebhookEndpoints
  extends storeOf(SqlStore<WebhookEndpoint, EndpointFilters>, {
    ...endpointFields,
    filters: { isEnabled: equals('is_enabled'), isFailing: () => isFailingNow },
  })
  implements WebhookEndpoints
{
  enabled(): Promise<WebhookEndpoint[]> {
    return this.select(() => 't.is_enabled');
  }

  async enabledFor(id: string): Promise<string[]> {
    const found = await this.select((bind) => `t.is_enabled and ${belongsTo(bind(id))}`);
    return found.map((endpoint) => endpoint.id);
  }

  async startCatchingUp(id: string): Promise<boolean> {
    const [outcome] = await this.database.batch([tryAdvisoryLock('catching up', id)]);
    return outcome!.rows[0]!.held as boolean;
  }

  behindAcrossTenants(): Promise<TenantRecord[]> {
    return this.database.queryAcrossTenants(behind);
  }

  async missFrom({ from, to }: EventRange): Promise<void> {
    await this.database.defer(plannedForAll(tenantStatement(missFrom, from, to)));
  }

  async caughtUp({ id, missedSince, updatedAt }: WebhookEndpoint): Promise<boolean> {
    const [outcome] = await this.database.batch([tenantStatement(caughtUp, id, missedSince, updatedAt)]);
    return outcome!.count > 0;
  }

  protected override async select(condition: (bind: Bind) => string, tail = '', alive = this.alive) {
    const picked = (bind: Bind) => `${this.rows(bind, alive)} and ${condition(bind)} ${tail}`;
    const columns = `${this.map.columns}, ${outcomes}::text as outcomes`;
    const rows = await this.query((bind) => `select ${columns} ${picked(bind)}`);
    return rows.map((row) => {
      return Object.assign(this.map.revive(row), { outcomes: outcomesOfRow(row.outcomes as string) });
    });
  }
}

export class SqlEndpointHealths
  extends storeOf(SqlStore<EndpointHealth, HealthFilters>, {
    ...endpointHealthFields,
    filters: { ids: (ids, bind) => `t.id = any(${bind(ids)}::uuid[])` },
  })
  implements EndpointHealths {}
