import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { unavailable } from '@tandem/domain/core/errors';
import { currentScope, inScope, systemScope, noTenant } from '@tandem/domain/core/scope';
import { Transaction } from '@tandem/domain/core/transaction';
import { type Outcome, type Row, runBatch, type Statement } from './batch.js';
import { applicationRole, connection, sweeperRole } from './connection.js';
import { Cursors } from './cursors.js';
import { isAway, translate } from './database-errors.js';
import { persistently } from './persistently.js';
import type { SignalName } from './signals.js';

export { applicationRole, sweeperRole } from './connection.js';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Root key; page cursors are signed with a key derived from it. */
  secretsKey: Buffer;
  /** Called after a commit that stored events; the relay listens to it. */
  onEvents?: () => void;
  /** Called with a signal of this process once its transaction is committed. */
  onSignal?: (name: SignalName, payload: string) => void;
}

interface OpenTransaction {
  client: pg.PoolClient;
  /** What the connection was last told: tenant, or the sweeper's role. */
  actingFor: string | null;
  /** What is done once it is committed. */
  afterCommit: Set<() => void>;
  /** Statements that go with the next ones or with the commit. */
  waiting: Statement[];
  /** When it is given up rather than let a caller wait on. */
  until: number;
}

const sweeper = 'across tenants';
const open = new AsyncLocalStorage<OpenTransaction>();
const sweeping = new AsyncLocalStorage<true>();

/**
 * PostgreSQL seen by one tenant at a time: every statement runs in a transaction that first names the tenant of the open
 * scope to row-level security, transaction-locally, so that nothing stays behind on a pooled connection.
 */
export class Database extends Transaction {
  readonly pool: pg.Pool;
  readonly cursors: Cursors;

  constructor(private readonly options: DatabaseOptions) {
    super();
    this.pool = new pg.Pool(connection(options.url, options.poolSize));
    this.cursors = new Cursors(options.secretsKey);
    this.pool.on('error', () => undefined); // an idle connection that breaks is replaced at the next use
  }

  /** One statement; its rows. */
  async query(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.batch([{ text, values }]))[0]!.rows;
  }

  /** Several statements in one round trip and one transaction, or as part of the open one. */
  async batch(statements: readonly Statement[]): Promise<Outcome[]> {
    const transaction = open.getStore();
    if (!transaction) return persistently(() => this.alone(statements));
    try {
      return await this.within(transaction, statements);
    } catch (error) {
      throw translate(error);
    }
  }

  /**
   * The same for statements whose outcome nobody waits for: in a transaction they go with the next ones or with the commit, in
   * one round trip, and so does their failure.
   */
  async defer(statements: readonly Statement[]): Promise<void> {
    const transaction = open.getStore();
    if (transaction) transaction.waiting.push(...entering(transaction), ...statements);
    else await this.batch(statements);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return open.getStore() ? work() : persistently((until) => this.once(work, until));
  }

  /** Work that crosses tenants: statements inside act as the sweeper's role. The methods using it say so in their names. */
  acrossTenants<T>(work: () => Promise<T>): Promise<T> {
    return sweeping.run(true, () => inScope(systemScope(noTenant), work));
  }

  get isAcrossTenants(): boolean {
    return sweeping.getStore() === true;
  }

  /** Tells the database that this transaction stored events, so that the relay is woken after its commit. */
  wroteEvents(): void {
    if (this.options.onEvents) this.afterCommit(this.options.onEvents);
  }

  /** Tells every process once this is committed: others as soon as PostgreSQL passes it on, this one before its caller hears of the commit. */
  async signal(name: SignalName, payload: string): Promise<void> {
    await this.defer([{ text: 'select pg_notify($1, $2)', values: [name, payload] }]);
    this.afterCommit(() => this.options.onSignal?.(name, payload));
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private afterCommit(work: () => void): void {
    const transaction = open.getStore();
    if (transaction) transaction.afterCommit.add(work);
    else work();
  }

  private async alone(statements: readonly Statement[]): Promise<Outcome[]> {
    const client = await this.pool.connect();
    try {
      const outcomes = await runBatch(client, [actAs(target()), ...statements]);
      client.release();
      return outcomes.slice(1);
    } catch (error) {
      client.release(isAway(error));
      throw error;
    }
  }

  private async within(transaction: OpenTransaction, statements: readonly Statement[]): Promise<Outcome[]> {
    if (Date.now() > transaction.until) throw unavailable('This took too long and was given up.');
    const before = [...transaction.waiting, ...entering(transaction)];
    transaction.waiting = [];
    const outcomes = await runBatch(transaction.client, [...before, ...statements]);
    return outcomes.slice(before.length);
  }

  private async once<T>(work: () => Promise<T>, until: number): Promise<T> {
    const client = await this.pool.connect();
    const transaction: OpenTransaction = { client, until, actingFor: null, afterCommit: new Set(), waiting: [] };
    const result = await committed(transaction, work);
    for (const tell of transaction.afterCommit) tell();
    return result;
  }
}

async function committed<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
  try {
    const result = await open.run(transaction, work);
    await commit(transaction);
    transaction.client.release();
    return result;
  } catch (error) {
    await abandon(transaction, error);
    throw error;
  }
}

/** What has to be said before statements of the open scope: the beginning, and for whom they act. */
function entering(transaction: OpenTransaction): Statement[] {
  const { actingFor } = transaction;
  const wanted = target();
  if (actingFor === wanted) return [];
  transaction.actingFor = wanted;
  if (actingFor === null) return [{ text: 'begin' }, actAs(wanted)];
  // Leaving the sweeper's role first: it may not name a tenant for itself.
  return actingFor === sweeper ? [{ text: `set local role ${applicationRole}` }, actAs(wanted)] : [actAs(wanted)];
}

async function commit({ client, actingFor, waiting }: OpenTransaction): Promise<void> {
  if (actingFor === null) return;
  const outcomes = await runBatch(client, [...waiting, { text: 'commit' }]);
  if (outcomes.at(-1)!.command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
}

async function abandon({ client, actingFor }: OpenTransaction, error: unknown): Promise<void> {
  if (isAway(error)) return client.release(true);
  try {
    if (actingFor !== null) await runBatch(client, [{ text: 'rollback' }]);
    client.release();
  } catch {
    client.release(true);
  }
}

const target = (): string => (sweeping.getStore() ? sweeper : currentScope().tenantId);

const actAs = (wanted: string): Statement =>
  wanted === sweeper
    ? { text: `select set_config('role', '${sweeperRole}', true)` }
    : { text: `select set_config('app.tenant_id', $1, true)`, values: [wanted] };
