import type pg from 'pg';
import { unavailable } from '@tandem/domain/core/errors';
import { currentScope, noTenant } from '@tandem/domain/core/scope';
import { Transaction } from '@tandem/domain/core/transaction';
import { Turns } from '@tandem/domain/core/turns';
import type { Outcome, Row, Statement } from './batch.js';
import { CoalescedSignal } from './coalesced-signal.js';
import { committedSoon, connection, onTheWayMillis, type Timeouts, defaultTimeouts } from './connection.js';
import { Cursors } from './cursors.js';
import { isAway, withRetries } from './database-errors.js';
import { openPool, type Reconnection } from './reconnection.js';
import { plannedForAll, tenantStatement } from './statements.js';
import type { SignalName } from './signals.js';
import { Transactions } from './transactions.js';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  timeouts?: Timeouts;
  secretsKey: Buffer;
  previousKeys?: readonly Buffer[];
  reconnection?: Reconnection;
  /** Event types that are published; all types of public entities if absent, as in a test of one store. */
  published?: ReadonlySet<string>;
  onSignal?: (name: SignalName, payload: string) => void;
}

const eventPace = { gatherMillis: 5, intervalMillis: 25 };
const numberedPace = { gatherMillis: 0, intervalMillis: 5 };

/** A signal is a commit, which need not wait for the disk. */
const notifyEvents = `select ${committedSoon}, pg_notify('tandem_events', '')`;

/** A payload has at most 8,000 bytes. */
const notifyNumbered = `select ${committedSoon}, pg_notify('tandem_numbered', string_agg(id, ','))
  from unnest($1::text[]) with ordinality as t (id, place) group by (place - 1) / 200`;

/** Every statement runs in a transaction that sets its tenant for row-level security, so no connection keeps it. */
export class Database extends Transaction {
  readonly pool: pg.Pool;
  readonly cursors = new Cursors(this.options.secretsKey, this.options.previousKeys);
  private readonly timeouts = this.options.timeouts ?? defaultTimeouts;
  private readonly transactions = new Transactions();
  private readonly eventSignal = new CoalescedSignal(() => this.pool.query(notifyEvents), eventPace);
  private readonly numberedSignal = new CoalescedSignal(
    (tenantIds) => this.pool.query(notifyNumbered, [tenantIds]),
    numberedPace,
  );
  /** A tenant gets at most a quarter of the connections. */
  private readonly slots = new Turns({
    inAll: Infinity,
    perTenant: Math.max(1, Math.floor(this.options.poolSize / 4)),
  });
  /** A search reads many rows, so a tenant runs one at a time. */
  private readonly searches = new Turns({ inAll: Math.ceil(this.options.poolSize / 8), perTenant: 1 });

  constructor(private readonly options: DatabaseOptions) {
    super();
    this.pool = openPool(connection(options.url, options.poolSize, this.timeouts), options.reconnection);
  }

  async query(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.batch([{ text, values }]))[0]!.rows;
  }

  /** Runs one statement with the tenant as `$1`. */
  async queryOfTenant(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return (await this.batch([tenantStatement(text, ...values)]))[0]!.rows;
  }

  /** Several statements in one round trip, in the open transaction or in their own. */
  batch(statements: readonly Statement[]): Promise<Outcome[]> {
    if (this.transactions.isOpen) return this.transactions.send(statements);
    return this.retrying(() => this.connected((client) => this.transactions.runAlone(client, statements)));
  }

  /** Like `batch`, with plans for all values: see `plannedForAll`. */
  async plannedBatch(...statements: readonly Statement[]): Promise<Outcome[]> {
    return (await this.batch(plannedForAll(...statements))).slice(1, -1);
  }

  /** Like `batch` without outcomes: in a transaction, the statements go out with the next round trip or the commit. */
  async defer(statements: readonly Statement[]): Promise<void> {
    if (this.transactions.isOpen) this.transactions.defer(statements);
    else await this.batch(statements);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.transactions.isOpen) return work();
    return this.retrying((deadline) => this.connected((client) => this.transactions.run(client, work, deadline)));
  }

  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.isOpen ? this.transactions.attempt(work) : work();
  }

  get isOpen(): boolean {
    return this.transactions.isOpen;
  }

  /** Runs one search of the tenant at a time; 503 if the wait exceeds a statement's timeout. */
  searching<T>(search: () => Promise<T>): Promise<T> {
    const refusal = () => unavailable('Too many searches are running now.');
    return this.searches.take(search, { millis: this.timeouts.statementMillis, refusal });
  }

  /** A statement with a longer timeout, never below the operator's setting. */
  withTimeout(seconds: number, { text, values }: Statement): Statement[] {
    const millis = Math.max(seconds * 1000, this.timeouts.statementMillis);
    return [{ text: `set local statement_timeout = ${millis}` }, { text, values, waitMillis: millis + onTheWayMillis }];
  }

  extendDeadline(): void {
    this.transactions.extendDeadline(this.transactionMillis);
  }

  /** Statements inside run as the sweeper's role. Callers show it in their names, such as `…AcrossTenants`. */
  acrossTenants<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.acrossTenants(work);
  }

  async queryAcrossTenants<Found = Row>(text: string, values: readonly unknown[] = []): Promise<Found[]> {
    return (await this.acrossTenants(() => this.query(text, values))) as Found[];
  }

  get isAcrossTenants(): boolean {
    return this.transactions.isAcrossTenants;
  }

  publishes(type: string): boolean {
    return this.options.published?.has(type) ?? true;
  }

  /** Called when the transaction stored events: wakes the relay after the commit. */
  wroteEvents(): void {
    this.afterCommit(this.eventSignal.send);
  }

  /** Called once the numbers of events are committed: wakes the streams of these tenants in every process. */
  numberedEvents(tenantIds: readonly string[]): void {
    if (tenantIds.length) this.numberedSignal.send(...tenantIds);
  }

  /** Signals every process after the commit: this one before its caller sees the commit, others by NOTIFY. */
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

  private get transactionMillis(): number {
    return 3 * this.timeouts.statementMillis;
  }

  private retrying<T>(work: (deadline: number) => Promise<T>): Promise<T> {
    return withRetries(work, this.transactionMillis);
  }

  /** Lends a connection; one that is lost, or still inside a transaction, does not return to the pool. */
  private async connected<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const releaseSlot = await this.slot();
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
      releaseSlot();
    }
  }

  /** Work without a tenant, such as signing in, and work across tenants needs no slot. */
  private async slot(): Promise<() => void> {
    if (this.isAcrossTenants || currentScope().tenantId === noTenant) return () => undefined;
    const { connectionMillis, turnMillis = connectionMillis } = this.timeouts;
    const refusal = () => unavailable('Too many requests of this tenant are running now.');
    return this.slots.acquire({ millis: turnMillis, refusal });
  }
}
