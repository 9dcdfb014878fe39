import type pg from 'pg';
import { unavailable } from '@tandem/domain/core/errors';
import { currentScope, noTenant } from '@tandem/domain/core/scope';
import { Transaction } from '@tandem/domain/core/transaction';
import { Turns } from '@tandem/domain/core/turns';
import type { Outcome, Row, Statement } from './batch.js';
import { connection, onTheWayMillis, type Timeouts, defaultTimeouts } from './connection.js';
import { Cursors } from './cursors.js';
import { isAway, persistently } from './database-errors.js';
import { openPool, type Reconnection } from './reconnection.js';
import type { SignalName } from './signals.js';
import { tenantStatement } from './tenant-statements.js';
import { Transactions } from './transactions.js';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  timeouts?: Timeouts;
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
  private readonly timeouts = this.options.timeouts ?? defaultTimeouts;
  private readonly transactions = new Transactions();
  /** A tenant gets a quarter of the connections at most. */
  private readonly turns = new Turns({
    inAll: Infinity,
    perTenant: Math.max(1, Math.floor(this.options.poolSize / 4)),
  });
  /** A search reads many rows, so a tenant runs one at a time. */
  private readonly searches = new Turns({ inAll: Math.ceil(this.options.poolSize / 8), perTenant: 1 });

  constructor(private readonly options: DatabaseOptions) {
    super();
    this.pool = openPool(connection(options.url, options.poolSize, this.timeouts), options.reconnection);
  }

  /** One statement; its rows. */
  async query(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.batch([{ text, values }]))[0]!.rows;
  }

  /** One statement about rows of the tenant, which is its `$1`; its rows. */
  async queryOfTenant(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return (await this.batch([tenantStatement(text, ...values)]))[0]!.rows;
  }

  /** Several statements in one round trip: in the open transaction, or in one of their own. */
  batch(statements: readonly Statement[]): Promise<Outcome[]> {
    if (this.transactions.isOpen) return this.transactions.send(statements);
    return this.persistently(() => this.connected((client) => this.transactions.runAlone(client, statements)));
  }

  /** Like `batch` without outcomes: in a transaction the statements go with the next ones or with the commit, and fail then. */
  async defer(statements: readonly Statement[]): Promise<void> {
    if (this.transactions.isOpen) this.transactions.defer(statements);
    else await this.batch(statements);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.transactions.isOpen) return work();
    return this.persistently((deadline) => this.connected((client) => this.transactions.run(client, work, deadline)));
  }

  /** Runs a search when the tenant's previous one has ended; 503 if that takes too long. */
  searching<T>(search: () => Promise<T>): Promise<T> {
    const refusal = () => unavailable('Too many searches are running now.');
    return this.searches.take(search, { millis: this.timeouts.statementMillis, refusal });
  }

  /** A statement with its own timeout, for one that may take longer than others; never less than what the operator gives to all. */
  withTimeout(seconds: number, { text, values }: Statement): Statement[] {
    const millis = Math.max(seconds * 1000, this.timeouts.statementMillis);
    return [{ text: `set local statement_timeout = ${millis}` }, { text, values, waitMillis: millis + onTheWayMillis }];
  }

  /** Extends the deadline of a transaction that makes progress. */
  extendDeadline(): void {
    this.transactions.extendDeadline(this.transactionMillis);
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

  /** To be called when the transaction stored events, so that the relay is woken after its commit. */
  wroteEvents(): void {
    if (this.options.onEvents) this.afterCommit(this.options.onEvents);
  }

  /** Signals every process after the commit: this one before its caller learns of the commit, others by NOTIFY. */
  async signal(name: SignalName, payload: string): Promise<void> {
    await this.defer([{ text: 'select pg_notify($1, $2)', values: [name, payload] }]);
    this.afterCommit(() => this.options.onSignal?.(name, payload));
  }

  afterCommit(work: () => void): void {
    if (this.transactions.isOpen) this.transactions.afterCommit(work);
    else work();
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** A transaction may take as long as three of the longest statements. */
  private get transactionMillis(): number {
    return 3 * this.timeouts.statementMillis;
  }

  /** Retries after a deadlock or a serialization failure. */
  private persistently<T>(work: (deadline: number) => Promise<T>): Promise<T> {
    return persistently(work, this.transactionMillis);
  }

  /** Lends a connection; one that is lost, or still inside a transaction, does not go back to the pool. */
  private async connected<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const endTurn = await this.turn();
    try {
      const client = await this.pool.connect();
      const isInTransaction = () => (client.getTransactionStatus() ?? 'I') !== 'I';
      try {
        const result = await work(client);
        client.release();
        return result;
      } catch (error) {
        client.release(isAway(error) || isInTransaction());
        throw error;
      }
    } finally {
      endTurn();
    }
  }

  /** Work of no tenant, such as signing in, and work across tenants does not wait in line. */
  private async turn(): Promise<() => void> {
    if (this.isAcrossTenants || currentScope().tenantId === noTenant) return () => undefined;
    const { connectionMillis, turnMillis = connectionMillis } = this.timeouts;
    const refusal = () => unavailable('Too many requests of this tenant are running now.');
    return this.turns.acquire({ millis: turnMillis, refusal });
  }
}
