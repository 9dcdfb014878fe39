import type { EventRef } from '@tandem/domain/core/events/happened';
import {
  type Retry,
  type Subscription,
  Subscriptions,
  type TakenEvents,
  type WaitingWork,
} from '@tandem/domain/core/events/subscriptions';
import { isUnavailable } from '@tandem/domain/core/errors';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { position, withCursor } from '../access/subscription-cursors.js';
import { firstWait, forgetFailures, isLate, isRetryDue, nextWait, deleteBacklog } from './subscription-rules.js';

const maxScanned = 20_000;
const maxErrorLength = 500;
const maxOverlooked = 1000;

/** Never removes types: two versions may run side by side. */
const register = `insert into subscriptions (name, types) values ($1, $2) on conflict do nothing`;
const widen = `update subscriptions set types = (select array_agg(distinct type) from unnest(types || $2::text[]) type)
  where name = $1 and not types @> $2::text[]`;
const registerForAll = `insert into subscriptions (name, types) values ($1, null)
  on conflict (name) do update set types = null`;

const take = `select ${position} as behind, w.up_to, c.attempts
  from subscription_work w join subscription_cursors c on c.tenant_id = w.tenant_id and c.subscription = w.subscription
  where ${ofTenant('w')} and w.subscription = $2 and ${isRetryDue}
  for update of c skip locked`;
const insertCursor = `insert into subscription_cursors (tenant_id, subscription, sequence)
  select tenant_id, subscription, from_sequence - 1 ${rowsOf('subscription_work')} and subscription = $2
  on conflict do nothing`;

const events = `select id as "eventId", type, resource_id as "resourceId", sequence
  ${rowsOf('events')} and sequence > $2 and sequence <= $3 and type = any($4) order by sequence limit $5`;

/** Keeps the backlog if the relay has extended or locked it; `noted_at` is then updated with the next batch. */
const advance = `with moved as (
    update subscription_cursors t set sequence = greatest(sequence, $3), ${forgetFailures}
    where ${ofTenant()} and subscription = $2),
  kept as (
    update subscription_work t set noted_at = coalesce(
      (select created_at ${rowsOf('events')} and sequence > $3 order by sequence limit 1), now())
    where ${ofTenant()} and ctid = (
      select ctid ${rowsOf('subscription_work', 'w')} and subscription = $2 and up_to > $3 for update skip locked)),
  done as (${deleteBacklog} returning up_to)
  select exists (select from done) as done`;

const fail = `insert into subscription_cursors as c
    (tenant_id, subscription, sequence, attempts, failed_sequence, last_error, failing_since, retry_at)
  values ($1, $2, $3::bigint - 1, 1, $3, $4, now(), now() + ${firstWait})
  on conflict (tenant_id, subscription) do update set attempts = c.attempts + 1,
    failed_sequence = excluded.failed_sequence, last_error = excluded.last_error,
    failing_since = coalesce(c.failing_since, excluded.failing_since),
    retry_at = excluded.failing_since + ${nextWait}
    where c.sequence < $3
  returning attempts, retry_at as "retryAt"`;

const isOverlooked = `${isLate('w.woken_at')} and ${isRetryDue}`;
const overlookedTenants = `select distinct tenant_id from (
  select w.tenant_id from ${withCursor} where ${isOverlooked} order by w.woken_at limit ${maxOverlooked}) late`;
const overlooked = `update subscription_work w set woken_at = now()
  from (select w.subscription from ${withCursor}
    where ${ofTenant('w')} and ${isOverlooked} for update of w skip locked) late
  where ${ofTenant('w')} and w.subscription = late.subscription
  returning w.tenant_id as "tenantId", w.subscription`;

export class SqlSubscriptions extends uses({ database: Database }, Subscriptions) {
  async registerAcrossTenants(subscriptions: readonly Subscription[]): Promise<void> {
    const inOrder = [...subscriptions].sort((a, b) => (a.name < b.name ? -1 : 1));
    const statements = inOrder.flatMap(({ name, types }) =>
      types === '*'
        ? [{ text: registerForAll, values: [name] }]
        : [register, widen].map((text) => ({ text, values: [name, types] })),
    );
    if (statements.length) await this.database.acrossTenants(() => this.database.batch(statements));
  }

  async take({ name, types }: Subscription, max: number): Promise<TakenEvents | undefined> {
    let [taken] = await this.database.queryOfTenant(take, name);
    if (!taken) {
      const [inserted] = await this.database.batch([tenantStatement(insertCursor, name)]);
      if (inserted!.count === 0) return undefined;
      [taken] = await this.database.queryOfTenant(take, name);
    }
    const behind = taken!.behind as number;
    const upTo = taken!.up_to as number;
    const size = (taken!.attempts as number) > 0 ? 1 : max;
    if (types === '*') return { from: behind + 1, to: Math.min(upTo, behind + size), events: [] };
    const end = Math.min(upTo, behind + maxScanned);
    const found = await this.database.queryOfTenant(events, behind, end, types, size);
    const to = found.length < size ? end : (found.at(-1)!.sequence as number);
    return { from: behind + 1, to, events: found as unknown as EventRef[] };
  }

  async advance({ name }: Subscription, to: number): Promise<boolean> {
    const [row] = await this.database.queryOfTenant(advance, name, to);
    return row!.done as boolean;
  }

  async fail({ name }: Subscription, { from, events: [event] }: TakenEvents, error: Error): Promise<Retry | undefined> {
    const jitter = 0.8 + 0.4 * Math.random();
    const message = error.message.slice(0, maxErrorLength);
    const values = [name, event?.sequence ?? from, message, jitter, isUnavailable(error)];
    const [row] = await this.database.queryOfTenant(fail, ...values);
    return row as unknown as Retry | undefined;
  }

  overlookedAcrossTenants(): Promise<WaitingWork[]> {
    return this.database.acrossTenants(async () => {
      const tenants = await this.database.query(overlookedTenants);
      if (tenants.length === 0) return [];
      const statements = tenants.map((row) => ({ text: overlooked, values: [row.tenant_id] }));
      return (await this.database.batch(statements)).flatMap(({ rows }) => rows as unknown as WaitingWork[]);
    });
  }
}
