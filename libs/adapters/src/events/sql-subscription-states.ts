import { inTenant } from '@tandem/domain/core/scope';
import {
  type SubscriptionLag,
  type SubscriptionState,
  SubscriptionStates,
} from '@tandem/domain/core/events/subscriptions';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { eventRow } from '@tandem/platform/store/event-rows';
import { position, withCursor } from '../access/subscription-cursors.js';
import { forgetFailures, hasFailed, isLate, deleteBacklog } from './subscription-rules.js';

const maxListed = 1000;

const lag = `select s.name as subscription, coalesce(sum(w.up_to - ${position}), 0)::bigint as events,
    coalesce(extract(epoch from now() - min(w.noted_at)), 0)::float as seconds,
    count(*) filter (where ${hasFailed}) as "stuckTenants"
  from subscriptions s left join (${withCursor}) on w.subscription = s.name
  group by s.name order by s.name`;

const list = `select w.subscription, w.tenant_id as "tenantId", ${position} as position, w.up_to - ${position} as lag,
    w.noted_at as "waitingSince", coalesce(c.attempts, 0) as attempts, c.failed_sequence as "failedSequence",
    c.failing_since as "failingSince", c.retry_at as "retryAt"
  from ${withCursor}
  where ${hasFailed} or ${isLate('w.noted_at')}
  order by c.failing_since nulls last, w.noted_at limit ${maxListed}`;

const errors = `select subscription, last_error as error ${rowsOf('subscription_cursors')} and ${hasFailed}`;

const wake = `update subscription_work t set woken_at = '-infinity' where ${ofTenant()} and subscription = $2`;
const retry = `update subscription_cursors t set retry_at = now()
  where ${ofTenant()} and subscription = $2 and ${hasFailed}`;
const skip = `update subscription_cursors t set sequence = $3, ${forgetFailures}
  where ${ofTenant()} and subscription = $2 and failed_sequence = $3`;

export class SqlSubscriptionStates extends uses({ database: Database }, SubscriptionStates) {
  lagAcrossTenants(): Promise<SubscriptionLag[]> {
    return this.database.queryAcrossTenants(lag);
  }

  async listAcrossTenants(): Promise<SubscriptionState[]> {
    const found = await this.database.queryAcrossTenants<Omit<SubscriptionState, 'error'>>(list);
    const states: SubscriptionState[] = found.map((row) => ({ ...row, error: null }));
    for (const tenantId of new Set(states.filter(({ attempts }) => attempts > 0).map((state) => state.tenantId)))
      await this.addErrors(tenantId, states);
    return states;
  }

  async retry(subscription: string): Promise<boolean> {
    const [changed] = await this.database.batch([
      tenantStatement(retry, subscription),
      tenantStatement(wake, subscription),
    ]);
    return changed!.count > 0;
  }

  skip(subscription: string, sequence: number): Promise<boolean> {
    return this.database.run(async () => {
      const [skipped] = await this.database.batch([tenantStatement(skip, subscription, sequence)]);
      if (skipped!.count === 0) return false;
      await this.database.batch([
        tenantStatement(deleteBacklog, subscription, sequence),
        tenantStatement(wake, subscription),
        eventRow({
          type: 'subscription.event_skipped',
          resourceType: 'subscription',
          details: { subscription, sequence },
        }),
      ]);
      return true;
    });
  }

  async forgetAcrossTenants(subscription: string): Promise<boolean> {
    const from = [
      'subscription_cursors where subscription',
      'subscription_work where subscription',
      'subscriptions where name',
    ];
    const statements = from.map((rows) => ({ text: `delete from ${rows} = $1`, values: [subscription] }));
    const outcomes = await this.database.acrossTenants(() => this.database.batch(statements));
    return outcomes.at(-1)!.count > 0;
  }

  /** Errors may quote a tenant's data, so they are read within that tenant. */
  private async addErrors(tenantId: string, states: SubscriptionState[]): Promise<void> {
    const rows = await inTenant(tenantId, () => this.database.queryOfTenant(errors));
    for (const state of states.filter((one) => one.tenantId === tenantId))
      state.error = (rows.find(({ subscription }) => subscription === state.subscription)?.error ?? null) as
        string | null;
  }
}
