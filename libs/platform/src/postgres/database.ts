import type pg from 'pg';
import { currentScope } from '@tandem/domain/core/scope';
import { Transaction } from '@tandem/domain/core/transaction';
import type { Outcome, Row, Statement } from './batch.js';
import { connection, onTheWayMillis, type Patience, usualPatience } from './connection.js';
import { Connections } from './connections.js';
import { Cursors } from './cursors.js';
import { isAway, persistently, translate } from './database-errors.js';
import type { Lanes } from './lanes.js';
import { LookUps } from './look-ups.js';
import { type OpenTransaction, OpenTransactions } from './open-transaction.js';
import { poolThrough, Reconnection } from './reconnection.js';
import type { SignalName } from './signals.js';
import { tenantStatement } from './tenant-statements.js';
import { TenantTurns } from './tenant-turns.js';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** For the short work of tenants; without them it takes as many connections as there are. */
  lanes?: Lanes | undefined;
  patience?: Patience;
  /** Root key; page cursors are sealed under a key derived from it. */
  secretsKey: Buffer;
  /** Root keys whose cursors are accepted as well. */
  previousKeys?: readonly Buffer[];
  /** Shared with everything else that connects to this PostgreSQL. */
  reconnection?: Reconnection;
  /** Event types that leave the house; those of every public entity where none are given, as in a test of one store. */
  published?: ReadonlySet<string>;
  /** Called after a commit that stored events; the relay listens to it. */
  onEvents?: () => void;
  /** Called with each signal that this process sends, once its transaction is committed. */
  onSignal?: (name: SignalName, payload: string) => void;
}

/**
 * PostgreSQL seen by one tenant at a time: every statement runs in a transaction that first names the tenant of the open
 * scope to row-level security, transaction-locally, so that nothing stays behind on a pooled connection.
 */
export class Database extends Transaction {
  readonly pool: pg.Pool;
  readonly cursors = new Cursors(this.options.secretsKey, this.options.previousKeys);
  private readonly patience = this.options.patience ?? usualPatience;
  readonly turns = new TenantTurns(this.options.poolSize, this.patience, this.options.lanes);
  private readonly connections: Connections;
  private readonly transactions = new OpenTransactions();
  private readonly lookUps = new LookUps(
    (statements) => this.alone(statements),
    (statements) => this.batch(statements),
  );

  constructor(private readonly options: DatabaseOptions) {
    super();
    const { url, poolSize, reconnection = new Reconnection() } = options;
    this.pool = poolThrough(reconnection, connection(url, poolSize, this.patience));
    this.connections = new Connections(this.pool, this.turns);
  }

  /** One statement; its rows. */
  async query(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.batch([{ text, values }]))[0]!.rows;
  }

  /** One statement about rows of the tenant, which is its `$1`; its rows. */
  async queryOfTenant(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return (await this.batch([tenantStatement(text, ...values)]))[0]!.rows;
  }

  /** One row that a statement finds by an index; requests that look up at the same time share a round trip. */
  async lookUp(statement: Statement): Promise<Row | undefined> {
    if (this.transactions.current || this.isAcrossTenants) return (await this.batch([statement]))[0]!.rows[0];
    return (await this.lookUps.find(statement)).rows[0];
  }

  /** Several statements in one round trip and one transaction, or as part of the open one: with what others ask at this moment. */
  async batch(statements: readonly Statement[]): Promise<Outcome[]> {
    const transaction = this.transactions.current;
    if (!transaction) return this.persistently(() => this.alone(statements));
    try {
      return await this.transactions.send(transaction, statements);
    } catch (error) {
      if (isAway(error)) transaction.loss ??= error as Error;
      throw translate(error);
    }
  }

  /**
   * Like `batch`, for statements whose outcome nobody waits for: in a transaction they are sent with the next ones or with the
   * commit, in one round trip, and fail then.
   */
  async defer(statements: readonly Statement[]): Promise<void> {
    const transaction = this.transactions.current;
    if (transaction) transaction.waiting.push(...this.transactions.entering(transaction), ...statements);
    else await this.batch(statements);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.current ? work() : this.persistently((until) => this.once(work, until));
  }

  /** A statement with its own timeout, for one that may take longer than others; never less than what the operator gives to all. */
  withTimeout(seconds: number, { text, values }: Statement): Statement[] {
    const millis = Math.max(seconds * 1000, this.patience.statementMillis);
    return [{ text: `set local statement_timeout = ${millis}` }, { text, values, waitMillis: millis + onTheWayMillis }];
  }

  /** Extends the deadline of a transaction that makes progress. */
  extendDeadline(): void {
    const transaction = this.transactions.current;
    if (transaction) transaction.until = Math.max(transaction.until, Date.now() + 3 * this.patience.statementMillis);
  }

  /** Work that crosses tenants: statements inside act as the sweeper's role. The methods using it say so in their names. */
  acrossTenants<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.acrossTenants(work);
  }

  /** Runs one statement across tenants; its rows. */
  async queryAcrossTenants<Found = Row>(text: string, values: readonly unknown[] = []): Promise<Found[]> {
    return (await this.acrossTenants(() => this.query(text, values))) as Found[];
  }

  get isAcrossTenants(): boolean {
    return this.transactions.isAcrossTenants;
  }

  /** Whether events of the type leave the house. */
  publishes(type: string): boolean {
    return this.options.published?.has(type) ?? true;
  }

  /** Tells the database that this transaction stored events, so that the relay is woken after its commit. */
  wroteEvents(): void {
    if (this.options.onEvents) this.afterCommit(this.options.onEvents);
  }

  /**
   * Signals every process once this is committed: others when PostgreSQL delivers it, this one before its caller learns of the
   * commit.
   */
  async signal(name: SignalName, payload: string): Promise<void> {
    await this.defer([{ text: 'select pg_notify($1, $2)', values: [name, payload] }]);
    this.afterCommit(() => this.options.onSignal?.(name, payload));
  }

  afterCommit(work: () => void): void {
    const transaction = this.transactions.current;
    if (transaction) transaction.afterCommit.add(work);
    else work();
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private get tenantAtWork(): string | undefined {
    return this.isAcrossTenants ? undefined : currentScope().tenantId;
  }

  /** Retries after a deadlock; a transaction may take as long as three of the longest statements. */
  private persistently<T>(work: (until: number) => Promise<T>): Promise<T> {
    return persistently(work, 3 * this.patience.statementMillis);
  }

  private async alone(statements: readonly Statement[]): Promise<Outcome[]> {
    const connection = await this.connections.checkOut(this.tenantAtWork);
    try {
      const outcomes = await connection.run([this.transactions.settingTenant(), ...statements]);
      connection.release();
      return outcomes.slice(1);
    } catch (error) {
      connection.release(isAway(error));
      throw error;
    }
  }

  private async once<T>(work: () => Promise<T>, until: number): Promise<T> {
    const connection = await this.connections.checkOut(this.tenantAtWork);
    const transaction: OpenTransaction = { connection, until, tenantSet: null, afterCommit: new Set(), waiting: [] };
    const result = await this.transactions.committed(transaction, work);
    for (const tell of transaction.afterCommit) tell();
    return result;
  }
}
