import type pg from 'pg';
import { Carried } from '@tandem/domain/core/carried';
import { unavailable } from '@tandem/domain/core/errors';
import { currentScope, inTenant, noTenant } from '@tandem/domain/core/scope';
import { type Outcome, runBatch, type Statement } from './batch.js';
import { applicationRole, sweeperRole } from './connection.js';
import { isAway, translate } from './database-errors.js';

const everyTenant = 'across tenants';

/** Sets the tenant for row-level security, or the sweeper's role, until the transaction ends. */
const setTenant = (requested: string): Statement =>
  requested === everyTenant
    ? { text: `select set_config('role', '${sweeperRole}', true)` }
    : { text: `select set_config('app.tenant_id', $1, true)`, values: [requested] };

/** A transaction on one connection; BEGIN goes out with its first statement. */
class OpenTransaction {
  readonly afterCommit = new Set<() => void>();
  isOver = false;
  loss: Error | undefined;
  private tenantSet: string | null = null;
  private deferred: Statement[] = [];
  private attempts = 0;
  /** Statements sent while a round trip is in flight share the next one. */
  private next: { statements: Statement[]; outcomes: Promise<Outcome[]> } | undefined;
  private inFlight: Promise<unknown> = Promise.resolve();

  /** `deadline`: milliseconds of the epoch after which every statement fails. */
  constructor(
    private readonly client: pg.PoolClient,
    private deadline: number,
  ) {}

  extendDeadline(millis: number): void {
    this.deadline = Math.max(this.deadline, Date.now() + millis);
  }

  async send(statements: readonly Statement[], tenant: string): Promise<Outcome[]> {
    if (Date.now() > this.deadline) throw this.loss ?? unavailable('This took too long and was given up.');
    return this.transmit(statements, tenant);
  }

  defer(statements: readonly Statement[], tenant: string): void {
    this.deferred.push(...this.entering(tenant), ...statements);
  }

  /** Sends what was deferred before the savepoint and inside it, so that each failure undoes the right statements. */
  async attemptWork<T>(work: () => Promise<T>, tenant: string): Promise<T> {
    const name = `attempt_${++this.attempts}`;
    await this.send([{ text: `savepoint ${name}` }], tenant);
    try {
      const result = await work();
      await this.send([{ text: `release savepoint ${name}` }], tenant);
      return result;
    } catch (error) {
      await this.inFlight;
      if (this.loss || isAway(error)) throw error;
      this.deferred = [];
      // The rollback also restores the tenant.
      this.tenantSet = tenant;
      // Also past the deadline: otherwise a commit would keep half of the work.
      await this.transmit([{ text: `rollback to savepoint ${name}` }], tenant);
      throw error;
    }
  }

  async commit(): Promise<void> {
    this.isOver = true;
    await this.inFlight;
    if (this.loss) throw this.loss;
    if (this.tenantSet === null) return;
    const outcomes = await runBatch(this.client, [...this.deferred, { text: 'commit' }]);
    if (outcomes.at(-1)!.command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
  }

  /** If the rollback fails, the connection stays inside the transaction and the pool discards it. */
  async rollback(error: unknown): Promise<void> {
    this.isOver = true;
    await this.inFlight;
    if (this.tenantSet === null || this.loss || isAway(error)) return;
    await runBatch(this.client, [{ text: 'rollback' }]).catch(() => undefined);
  }

  private async transmit(statements: readonly Statement[], tenant: string): Promise<Outcome[]> {
    if (this.loss) throw this.loss;
    const before = [...this.deferred.splice(0), ...this.entering(tenant)];
    const round = (this.next ??= this.nextRound());
    round.statements.push(...before);
    const from = round.statements.push(...statements) - statements.length;
    return (await round.outcomes).slice(from, from + statements.length);
  }

  private nextRound(): NonNullable<typeof this.next> {
    const statements: Statement[] = [];
    const outcomes = this.inFlight.then(() => {
      this.next = undefined;
      return this.attempt(statements);
    });
    this.inFlight = outcomes.catch(() => undefined);
    return { statements, outcomes };
  }

  private async attempt(statements: readonly Statement[]): Promise<Outcome[]> {
    if (this.loss) throw this.loss;
    try {
      return await runBatch(this.client, statements);
    } catch (error) {
      if (isAway(error)) this.loss = error as Error;
      throw translate(error);
    }
  }

  private entering(tenant: string): Statement[] {
    const { tenantSet } = this;
    if (tenantSet === tenant) return [];
    this.tenantSet = tenant;
    if (tenantSet === null) return [{ text: 'begin' }, setTenant(tenant)];
    // The sweeper's role must not set a tenant.
    const leaving = tenantSet === everyTenant ? [{ text: `set local role ${applicationRole}` }] : [];
    return [...leaving, setTenant(tenant)];
  }
}

/** The open transaction of an asynchronous call, and whether it crosses tenants; separate for each database. */
export class Transactions {
  private readonly open = new Carried<OpenTransaction>();
  private readonly crossing = new Carried<true>();

  get isOpen(): boolean {
    return this.current !== undefined;
  }

  get isAcrossTenants(): boolean {
    return this.crossing.current === true;
  }

  acrossTenants<T>(work: () => T): T {
    return this.crossing.during(true, () => inTenant(noTenant, work));
  }

  async run<T>(client: pg.PoolClient, work: () => Promise<T>, deadline: number): Promise<T> {
    const transaction = new OpenTransaction(client, deadline);
    const result = await this.committed(transaction, work);
    for (const callback of transaction.afterCommit) callback();
    return result;
  }

  async runAlone(client: pg.PoolClient, statements: readonly Statement[]): Promise<Outcome[]> {
    return (await runBatch(client, [setTenant(this.tenantOrSweeper), ...statements])).slice(1);
  }

  send(statements: readonly Statement[]): Promise<Outcome[]> {
    return this.current!.send(statements, this.tenantOrSweeper);
  }

  defer(statements: readonly Statement[]): void {
    this.current!.defer(statements, this.tenantOrSweeper);
  }

  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.current!.attemptWork(work, this.tenantOrSweeper);
  }

  afterCommit(work: () => void): void {
    this.current!.afterCommit.add(work);
  }

  extendDeadline(millis: number): void {
    this.current?.extendDeadline(millis);
  }

  private async committed<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
    try {
      const result = await this.open.during(transaction, work);
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollback(error);
      throw transaction.loss ?? error;
    }
  }

  private get current(): OpenTransaction | undefined {
    const transaction = this.open.current;
    if (transaction?.isOver) throw new Error('the transaction that this belongs to is over');
    return transaction;
  }

  private get tenantOrSweeper(): string {
    return this.isAcrossTenants ? everyTenant : currentScope().tenantId;
  }
}
