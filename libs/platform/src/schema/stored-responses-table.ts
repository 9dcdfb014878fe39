import { tenantRows } from './row-security.js';

/** Never changed: the platform has no migrations, so the one that creates the tenants runs this. */
export const storedResponsesTable = `
      create table answered_requests (
        tenant_id uuid not null,
        id uuid not null,
        request_hash text not null,
        body_hash text not null,
        status int not null,
        location text,
        sealed text not null,
        created_at timestamptz not null default now(),
        primary key (tenant_id, id),
        constraint answered_requests_request_key unique (tenant_id, request_hash)
      );
      create index answered_requests_by_age on answered_requests (created_at);
      ${tenantRows('answered_requests', { sweeper: 'select (tenant_id, id, created_at), delete' })}`;
