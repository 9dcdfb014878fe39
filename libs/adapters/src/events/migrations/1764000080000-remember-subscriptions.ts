import { sweeperRole } from '@tandem/platform/postgres/connection';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

/** For rows that every event inserts and deletes. */
const busy = 'fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500';

export class RememberSubscriptions1764000080000 extends SqlMigration {
  protected readonly change = `
      -- Jobs on events, registered by workers, without a tenant; null types match all events.
      create table subscriptions (
        name text not null primary key,
        types text[],
        created_at timestamptz not null default now()
      );
      grant select, insert, update, delete on subscriptions to ${sweeperRole};

      -- The backlog of a subscription in a tenant, from from_sequence to up_to; deleted when processed.
      create table subscription_work (
        tenant_id uuid not null,
        subscription text not null,
        from_sequence bigint not null,
        up_to bigint not null,
        noted_at timestamptz not null default now(),
        woken_at timestamptz not null default now(),
        primary key (tenant_id, subscription)
      ) with (${busy});
      ${tenantRows('subscription_work', {
        application: 'select, update, delete',
        sweeper: 'select, delete, insert (tenant_id, subscription, from_sequence, up_to), update (up_to, woken_at)',
      })}

      -- The position of each subscription in each tenant, and the event that it fails at.
      create table subscription_cursors (
        tenant_id uuid not null,
        subscription text not null,
        sequence bigint not null,
        attempts int not null default 0,
        failed_sequence bigint,
        last_error text,
        failing_since timestamptz,
        retry_at timestamptz,
        primary key (tenant_id, subscription),
        check ((attempts > 0) = (retry_at is not null) and (attempts > 0) = (failed_sequence is not null))
      ) with (${busy});
      ${tenantRows('subscription_cursors', {
        application: 'select, insert, update',
        sweeper:
          'delete, select (tenant_id, subscription, sequence, attempts, failed_sequence, failing_since, retry_at)',
      })}`;
  protected readonly undo = 'drop table subscription_cursors, subscription_work, subscriptions';
}
