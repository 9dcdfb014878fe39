import { createHash } from 'node:crypto';
import { DomainError } from '@tandem/domain/core/errors';
import { minId, newId } from '@tandem/domain/core/id';
import type { Json } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import type { Row, Statement } from '../postgres/batch.js';
import { ofTenant, rowsOf, tenantStatement, tryAdvisoryLock } from '../postgres/statements.js';
import { Seal } from '../secrets/seal.js';
import { canonicalJson } from './canonical-json.js';
import { Database } from '../postgres/database.js';

/** Requests of one actor with the same key, operation and parameters are retries, and must have equal bodies. */
export interface RequestIdentity {
  key: string;
  operation: string;
  parameters: readonly unknown[];
  body: unknown;
}

export interface StoredResponse {
  status: number;
  location: string | null;
  body: Json;
}

/** Status of a request with outside calls while it runs. */
const running = 0;
/** After this time, the process of a running request counts as dead. */
const maxRunSeconds = 60;
const retention = `interval '24 hours'`;
const maxRemoved = 10_000;
const changedAtOnce = 500;

const inProgress = () =>
  new DomainError('conflict', 'idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 1,
  });

const reused = () => {
  const detail = 'This Idempotency-Key was used for a request with another body; take a new key for each new request.';
  return new DomainError('invalid', 'idempotency_key_reused', detail, {
    findings: [{ header: 'Idempotency-Key', code: 'idempotency_key_reused', detail }],
  });
};

/** Responses stored for a day by Idempotency-Key, sealed because they may hold secrets shown once. */
export class StoredResponses extends uses({ database: Database, seal: Seal }) {
  /** Returns the response of an earlier request; runs in the transaction of the request itself. */
  async begin(request: RequestIdentity): Promise<StoredResponse | undefined> {
    const id = identify(request);
    const text = `select body_hash, status, location, sealed,
        t.created_at > now() - interval '${maxRunSeconds} seconds' as is_recent
      ${rowsOf('answered_requests')} and t.request_hash = $2 and t.created_at > now() - ${retention}`;
    // Two statements: the second must see the response stored before the lock was granted.
    const [lock, found] = await this.database.batch([
      tryAdvisoryLock('answered request', id),
      tenantStatement(text, id),
    ]);
    if (!lock!.rows[0]!.held) throw inProgress();
    const row = found!.rows[0];
    if (!row) return undefined;
    if (row.body_hash !== hashOf(request.body)) throw reused();
    if (row.status === running && row.is_recent) throw inProgress();
    if (row.status === running) return undefined;
    return {
      status: row.status as number,
      location: row.location as string | null,
      body: this.seal.open(row.sealed as string, sealContext(id)),
    };
  }

  /** For a request with outside calls: retries receive 409 until its response is stored. */
  async reserve(request: RequestIdentity): Promise<StoredResponse | undefined> {
    const stored = await this.begin(request);
    if (!stored) await this.keep(request, { status: running, location: null, body: '' });
    return stored;
  }

  /** Removes the reservation of a request without a response, so that a retry runs. */
  async release(request: RequestIdentity): Promise<void> {
    const text = `delete from answered_requests t where ${ofTenant()} and t.request_hash = $2 and t.status = $3`;
    await this.database.queryOfTenant(text, identify(request), running);
  }

  async keep(request: RequestIdentity, response: StoredResponse): Promise<void> {
    const id = identify(request);
    const sealed = this.seal.seal(response.body.toString(), sealContext(id));
    const text = `insert into answered_requests as t (tenant_id, id, request_hash, body_hash, status, location, sealed)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant_id, request_hash) do update set body_hash = excluded.body_hash, status = excluded.status,
         location = excluded.location, sealed = excluded.sealed, created_at = excluded.created_at`;
    const { status, location } = response;
    await this.database.defer([tenantStatement(text, newId(), id, hashOf(request.body), status, location, sealed)]);
  }

  /** Stores every response of the tenant again with what `change` makes of its JSON; undefined keeps it. */
  async changeEach(change: (body: string) => string | undefined): Promise<void> {
    const text = `select t.id, t.request_hash, t.sealed ${rowsOf('answered_requests')} and t.id > $2 and t.sealed <> ''
      order by t.id limit ${changedAtOnce} for update of t`;
    for (let last = minId, rows: Row[] = []; ; last = rows.at(-1)!.id as string) {
      rows = await this.database.queryOfTenant(text, last);
      await this.database.defer(rows.flatMap((row) => this.changed(row, change)));
      if (rows.length < changedAtOnce) return;
      this.database.extendDeadline();
    }
  }

  private changed(row: Row, change: (body: string) => string | undefined): Statement[] {
    const context = sealContext(row.request_hash as string);
    const body = change(this.seal.open(row.sealed as string, context));
    if (body === undefined) return [];
    const text = `update answered_requests t set sealed = $3 where ${ofTenant()} and t.id = $2`;
    return [tenantStatement(text, row.id, this.seal.seal(body, context))];
  }

  async forgetAcrossTenants(): Promise<void> {
    const text = `delete from answered_requests where (tenant_id, id) in (
      select tenant_id, id from answered_requests
          where created_at < now() - ${retention} order by created_at limit ${maxRemoved})`;
    await this.database.queryAcrossTenants(text);
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex');

const identify = ({ key, operation, parameters }: RequestIdentity) => {
  const { tenantId, actor } = currentScope();
  return hashOf([tenantId, actor.type, actor.id, operation, parameters, key]);
};

const sealContext = (id: string) => ({ tenantId: currentScope().tenantId, context: `answered_requests|${id}` });
