import { sweeperRole } from '@tandem/platform/postgres/connection';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

/** Rows that come and go with every event: kept small, and cleaned up before they pile up. */
const busy = 'fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500';

export class RememberSubscriptions1764000080000 extends SqlMigration {
  protected readonly change = `
      -- The jobs that events start, as workers told; null types are all. They belong to no tenant.
      create table subscriptions (
        name text not null primary key,
        types text[],
        created_at timestamptz not null default now()
      );
      grant select, insert, update, delete on subscriptions to ${sweeperRole};

      -- Which subscriptions have work in which tenant: events from from_sequence to up_to. Taken away when it is done.
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

      -- How far each subscription is in each tenant, and where it cannot get past an event, since when and why.
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
