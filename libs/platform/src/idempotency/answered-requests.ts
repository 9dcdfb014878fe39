import { createHash } from 'node:crypto';
import { DomainError } from '@tandem/domain/core/errors';
import { newId } from '@tandem/domain/core/id';
import type { Json } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import { tryAdvisoryLock } from '../postgres/advisory-lock.js';
import { Seal } from '../secrets/seal.js';
import { canonicalJson } from './canonical-json.js';
import { Database } from '../postgres/database.js';
import { ofTenant, rowsOf, tenantStatement } from '../postgres/tenant-statements.js';

/** Two requests of one actor with the same key, operation and parameters are the same request, and must have equal bodies. */
export interface RequestIdentity {
  key: string;
  /** Method and path template. */
  operation: string;
  /** The values in the path, decoded and in their normal form. */
  parameters: readonly unknown[];
  body: unknown;
}

/** What is kept of an answer; `location` is where the created record is. */
export interface StoredAnswer {
  status: number;
  location: string | null;
  body: Json;
}

/** Stands where the status will be while a request that calls the outside world runs. */
const running = 0;
/** A request whose process has died counts as running no longer than this. */
const maxRunSeconds = 60;
/** How long an answer is kept. */
const kept = `interval '24 hours'`;
const mostForgotten = 10_000;

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

/** Answers kept for a day by Idempotency-Key, sealed since they may hold secrets shown once. */
export class AnsweredRequests extends uses({ database: Database, seal: Seal }) {
  /** The stored answer of an earlier request; must run in the transaction that will hold the effect. */
  async begin(request: RequestIdentity): Promise<StoredAnswer | undefined> {
    const id = identify(request);
    const text = `select body_hash, status, location, sealed, t.created_at > now() - interval '${maxRunSeconds} seconds' as is_recent
       ${rowsOf('answered_requests')} and t.request_hash = $2 and t.created_at > now() - ${kept}`;
    // Statements of their own: the second sees what the request before this one stored.
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

  /** The same for a request that calls the outside world: repeats are told to wait until its answer is kept. */
  async reserve(request: RequestIdentity): Promise<StoredAnswer | undefined> {
    const stored = await this.begin(request);
    if (!stored) await this.keep(request, { status: running, location: null, body: '' });
    return stored;
  }

  /** Forgets a reserved request that came to no answer, so that a repeat runs. */
  async release(request: RequestIdentity): Promise<void> {
    const text = `delete from answered_requests t where ${ofTenant()} and t.request_hash = $2 and t.status = $3`;
    await this.database.queryOfTenant(text, identify(request), running);
  }

  /** Stores the answer, in place of the reservation where there is one. */
  async keep(request: RequestIdentity, answer: StoredAnswer): Promise<void> {
    const id = identify(request);
    const sealed = this.seal.seal(answer.body.toString(), sealContext(id));
    const text = `insert into answered_requests as t (tenant_id, id, request_hash, body_hash, status, location, sealed)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (tenant_id, request_hash) do update set body_hash = excluded.body_hash, status = excluded.status,
         location = excluded.location, sealed = excluded.sealed, created_at = excluded.created_at`;
    const { status, location } = answer;
    await this.database.defer([tenantStatement(text, newId(), id, hashOf(request.body), status, location, sealed)]);
  }

  /** Removes those that are too old to be repeated. */
  async forgetAcrossTenants(): Promise<void> {
    const text = `delete from answered_requests where (tenant_id, id) in (
      select tenant_id, id from answered_requests where created_at < now() - ${kept} order by created_at limit ${mostForgotten})`;
    await this.database.queryAcrossTenants(text);
  }
}

const hashOf = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex');

const identify = ({ key, operation, parameters }: RequestIdentity) => {
  const { tenantId, actor } = currentScope();
  return hashOf([tenantId, actor.type, actor.id, operation, parameters, key]);
};

const sealContext = (id: string) => ({ tenantId: currentScope().tenantId, context: `answered_requests|${id}` });
