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

export { applicationRole, sweeperRole } from './connection.js';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Root key; page cursors are signed with a key derived from it. */
  secretsKey: Buffer;
  /** Called after a commit that stored events; the relay listens to it. */
  onEvents?: () => void;
}

interface OpenTransaction {
  client: pg.PoolClient;
  /** What the connection was last told: tenant, or the sweeper's role. */
  actingFor: string | null;
  wroteEvents: boolean;
  /** How many calls of `run` have joined and not yet returned. */
  joined: number;
  /** True when whoever opened it names its last statements, see `last`. */
  short: boolean;
  done: boolean;
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

  /** The same; in a transaction opened by `runShort` these are its last statements, and the commit goes in the same round trip. */
  async last(statements: readonly Statement[]): Promise<Outcome[]> {
    const transaction = open.getStore();
    if (!transaction?.short || transaction.joined > 0) return this.batch(statements);
    const outcomes = await this.batch([...statements, { text: 'commit' }]);
    transaction.done = true;
    return outcomes;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.runAs(work, false);
  }

  /** A transaction of a few statements whose end is announced by `last`; joins an open one. */
  runShort<T>(work: () => Promise<T>): Promise<T> {
    return this.runAs(work, true);
  }

  private async runAs<T>(work: () => Promise<T>, short: boolean): Promise<T> {
    const outer = open.getStore();
    if (outer) return joining(outer, work);
    return persistently((until) => this.once(work, short, until));
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
    const transaction = open.getStore();
    if (transaction) transaction.wroteEvents = true;
    else this.options.onEvents?.();
  }

  async close(): Promise<void> {
    await this.pool.end();
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
    const wanted = target();
    const prefix: Statement[] = [];
    if (transaction.actingFor === null) prefix.push({ text: 'begin' });
    if (transaction.actingFor !== wanted) {
      // Leaving the sweeper's role first: it may not name a tenant for itself.
      if (transaction.actingFor === sweeper) prefix.push({ text: `set local role ${applicationRole}` });
      prefix.push(actAs(wanted));
    }
    transaction.actingFor = wanted;
    const outcomes = await runBatch(transaction.client, [...prefix, ...statements]);
    return outcomes.slice(prefix.length);
  }

  private async once<T>(work: () => Promise<T>, short: boolean, until: number): Promise<T> {
    const client = await this.pool.connect();
    const fresh = { actingFor: null, wroteEvents: false, joined: 0, done: false };
    const transaction: OpenTransaction = { ...fresh, client, short, until };
    try {
      const result = await open.run(transaction, work);
      if (transaction.actingFor !== null && !transaction.done) await commit(client);
      client.release();
      if (transaction.wroteEvents) this.options.onEvents?.();
      return result;
    } catch (error) {
      await abandon(client, transaction, error);
      throw error;
    }
  }
}

async function joining<T>(outer: OpenTransaction, work: () => Promise<T>): Promise<T> {
  outer.joined++;
  try {
    return await work();
  } finally {
    outer.joined--;
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const [outcome] = await runBatch(client, [{ text: 'commit' }]);
  if (outcome!.command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
}

async function abandon(client: pg.PoolClient, transaction: OpenTransaction, error: unknown): Promise<void> {
  if (isAway(error)) return client.release(true);
  try {
    if (transaction.actingFor !== null) await runBatch(client, [{ text: 'rollback' }]);
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
