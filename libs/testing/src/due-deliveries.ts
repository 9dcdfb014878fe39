import { beforeEach, expect } from '@jest/globals';
import { GuardedContents } from '@tandem/domain/core/access/guarded-contents.service';
import { firstIdAt } from '@tandem/domain/core/id';
import { type Attempted, DueDeliveries } from '@tandem/domain/webhooks/deliveries/due-deliveries.port';
import { DeliveredContents } from '@tandem/domain/webhooks/deliveries/delivered-contents.service';
import { DeliveryAttempts } from '@tandem/domain/webhooks/deliveries/delivery-attempts.service';
import type { Token } from '@tandem/domain/core/use-case';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { EndpointHealth } from '@tandem/domain/webhooks/endpoints/endpoint-health';
import { EndpointLifecycle } from '@tandem/domain/webhooks/endpoints/endpoint-lifecycle.service';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { EndpointHealths, WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { Seal } from '@tandem/platform/secrets/seal';
import { asTenant } from './as-tenant.js';
import { eventually } from './eventually.js';
import { OtherSession } from './other-session.js';
import { tandem } from './tandem.js';
import { asOwner } from './temporary-postgres.js';
import { type TwoTenants, useTwoTenants } from './two-tenants.js';

/** The first statement of every change of an endpoint. */
export const lockEndpoint = `select from webhook_endpoints where id = $1 for update`;

const tables = 'webhook_attempts webhook_deliveries webhook_endpoint_healths webhook_endpoints events'.split(' ');

/** Endpoints with due deliveries in a separate database, cleared before each test. */
export function useDueDeliveries(): DeliveryTrial {
  const due = new DeliveryTrial(useTwoTenants());
  beforeEach(() => due.clear());
  return due;
}

class DeliveryTrial {
  constructor(readonly tenants: TwoTenants) {}

  get due(): DueDeliveries {
    return this.tenants.get(DueDeliveries);
  }

  get deliveries(): WebhookDeliveries {
    return this.tenants.get(WebhookDeliveries);
  }

  readonly ours = <T>(work: () => T) => tandem.within(() => asTenant(this.tenants.ours.tenantId, work));
  readonly query = (text: string, values: unknown[] = []) => asOwner(this.tenants.databaseUrl, text, values);

  readonly endpoint = () =>
    this.ours(async () => {
      const fields = { url: 'https://example.com', eventTypes: ['task.created'] };
      const { id } = await this.tenants.get(WebhookEndpoints).add(new WebhookEndpoint(fields, this.tenants.get(Seal)));
      await this.tenants.get(EndpointHealths).add(new EndpointHealth(id));
      return id;
    });

  /** Inserts numbered events as the relay leaves them, with ordered ids of the coming minute. */
  readonly happen = (count: number) =>
    this.query(
      `insert into events (tenant_id, id, type, sequence, is_public, resource_type, actor_type, actor_id, channels,
          metadata, data, created_at)
        select $1, overlay($2::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, 'task.created', n, true, 'task',
          'system', 'system', '{tasks}', '{}', '{"n": 1}', now() from generate_series(1, $3::int) n`,
      [this.tenants.ours.tenantId, firstIdAt(new Date(Date.now() + 60_000)), count],
    );

  readonly fannedOut = async (count: number) => {
    await this.happen(count);
    return this.ours(() => this.deliveries.fanOut({ from: 1, to: count }, 0));
  };

  /** Claims what is due for these endpoints, or for all. */
  readonly claim = (...endpointIds: string[]) =>
    this.ours(async () => {
      const addressees = await this.lifecycle.addressees();
      const isOne = ({ id }: WebhookEndpoint) => endpointIds.length === 0 || endpointIds.includes(id);
      return this.due.claim(addressees.filter(({ endpoint }) => isOne(endpoint)));
    });

  readonly settle = (attempted: readonly Attempted[]) =>
    this.ours(() => this.created(DeliveryAttempts).finish(attempted));

  /** The result of work that waits for another transaction with these statements; `$1` is the endpoint. */
  readonly beside = async <T>(id: string, statements: readonly string[], work: () => Promise<T>): Promise<T> => {
    const other = new OtherSession(() => this.tenants.databaseUrl);
    await other.query('begin');
    for (const statement of statements) await other.query(statement, statement.includes('$1') ? [id] : []);
    const working = work();
    working.catch(() => undefined);
    await eventually(async () => expect(await other.waiting()).toBe(1));
    await other.query('commit');
    await other.close();
    return working;
  };

  get lifecycle(): EndpointLifecycle {
    return this.created(EndpointLifecycle);
  }

  /** Builds a domain service, which no feature binds. */
  private created<T>(Service: (new (...created: readonly unknown[]) => T) & { needs: readonly Token[] }): T {
    const services: readonly Token[] = [EndpointLifecycle, DeliveredContents, GuardedContents];
    const needed = (need: Token) =>
      services.includes(need) ? this.created(need as typeof Service) : this.tenants.get(need);
    return new Service(...Service.needs.map(needed));
  }

  async clear(): Promise<void> {
    for (const table of tables) await this.query(`delete from ${table}`);
  }
}
