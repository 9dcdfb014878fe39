import { Carried } from '@tandem/domain/core/carried';
import { unavailable } from '@tandem/domain/core/errors';
import { currentScope, inTenant, noTenant } from '@tandem/domain/core/scope';
import type { Outcome, Statement } from './batch.js';
import { applicationRole, sweeperRole } from './connection.js';
import type { HeldConnection } from './connections.js';

/** A transaction that statements of one asynchronous call join. */
export interface OpenTransaction {
  connection: HeldConnection;
  /** The tenant, or `across tenants`, that the connection was last set to; null before the first statement. */
  tenantSet: string | null;
  /** Called once it is committed. */
  afterCommit: Set<() => void>;
  /** Statements that go with the next ones or with the commit. */
  waiting: Statement[];
  /** What is asked for at this moment and goes in one round trip. */
  round?: { statements: Statement[]; outcomes: Promise<Outcome[]> } | undefined;
  /** The error by which the connection broke: it is given away when the transaction ends. */
  loss?: Error;
  /** The connection may be somebody else's by now. */
  isOver?: boolean;
  /** Its deadline, in milliseconds of the epoch: a statement after it fails, and all is rolled back. */
  until: number;
}

/** Stands in the place of a tenant where work crosses tenants. */
const allTenants = 'across tenants';

/** The open transaction of an asynchronous call, and whether it works across tenants; separate for each database. */
export class OpenTransactions {
  private readonly open = new Carried<OpenTransaction>();
  private readonly crossing = new Carried<true>();

  /** Throws where work goes on that a transaction, over by now, did not wait for. */
  get current(): OpenTransaction | undefined {
    const transaction = this.open.current;
    if (transaction?.isOver) throw new Error('the transaction that this belongs to is over');
    return transaction;
  }

  get isAcrossTenants(): boolean {
    return this.crossing.current === true;
  }

  acrossTenants<T>(work: () => T): T {
    return this.crossing.during(true, () => inTenant(noTenant, work));
  }

  /** Runs work and commits, or rolls back. */
  async committed<T>(transaction: OpenTransaction, work: () => Promise<T>): Promise<T> {
    try {
      const result = await this.open.during(transaction, work);
      transaction.isOver = true;
      await commit(transaction);
      transaction.connection.release();
      return result;
    } catch (error) {
      transaction.isOver = true;
      await transaction.connection.abandon(transaction.loss ?? error, transaction.tenantSet !== null);
      throw error;
    }
  }

  /** Sends statements; those of callers that ask at the same moment go in one round trip, in the order in which they ask. */
  async send(transaction: OpenTransaction, statements: readonly Statement[]): Promise<Outcome[]> {
    if (Date.now() > transaction.until) throw unavailable('This took too long and was given up.');
    const before = this.entering(transaction);
    const round = (transaction.round ??= this.nextRound(transaction));
    round.statements.push(...transaction.waiting.splice(0), ...before);
    const from = round.statements.push(...statements) - statements.length;
    return (await round.outcomes).slice(from, from + statements.length);
  }

  /** What goes before the next statement: BEGIN where it is the first, and the tenant or role where it is another than before. */
  entering(transaction: OpenTransaction): Statement[] {
    const { tenantSet } = transaction;
    const wanted = this.tenantOrSweeper;
    if (tenantSet === wanted) return [];
    transaction.tenantSet = wanted;
    const setting = setTenant(wanted);
    if (tenantSet === null) return [{ text: 'begin' }, setting];
    // Leaving the sweeper's role first: it may not name a tenant for itself.
    return tenantSet === allTenants ? [{ text: `set local role ${applicationRole}` }, setting] : [setting];
  }

  /** Sets tenant or role for statements outside a transaction. */
  settingTenant(): Statement {
    return setTenant(this.tenantOrSweeper);
  }

  private nextRound(transaction: OpenTransaction): NonNullable<OpenTransaction['round']> {
    const statements: Statement[] = [];
    // Once everybody who asks at this moment has done so.
    const outcomes = Promise.resolve().then(() => {
      transaction.round = undefined;
      return transaction.connection.run(statements);
    });
    return { statements, outcomes };
  }

  private get tenantOrSweeper(): string {
    return this.isAcrossTenants ? allTenants : currentScope().tenantId;
  }
}

async function commit({ connection, tenantSet, waiting, loss }: OpenTransaction): Promise<void> {
  if (loss) throw loss;
  if (tenantSet === null) return;
  const outcomes = await connection.end([...waiting, { text: 'commit' }]);
  if (outcomes.at(-1)!.command !== 'COMMIT') throw new Error('the transaction had failed before its commit');
}

const setTenant = (wanted: string): Statement =>
  wanted === allTenants
    ? { text: `select set_config('role', '${sweeperRole}', true)` }
    : { text: `select set_config('app.tenant_id', $1, true)`, values: [wanted] };
