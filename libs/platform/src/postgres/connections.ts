import type { Socket } from 'node:net';
import type pg from 'pg';
import { type Outcome, runBatch, type Statement } from './batch.js';
import { isAway, isUnanswered } from './database-errors.js';
import type { TenantTurns } from './tenant-turns.js';

/** A connection on its way from one holder to the next. */
interface HandedOn {
  client: pg.PoolClient;
  /** Settles with the last statements of the holder before. */
  predecessor: Promise<unknown>;
}

/** The connections of a pool, of which a tenant has its share. */
export class Connections {
  /** By tenant: only who waited for a turn of the tenant finds one here. */
  private readonly handedOn = new Map<string, HandedOn>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly turns: TenantTurns,
  ) {}

  /** A connection for the caller alone; work across tenants, for which there is no tenant, has no share. */
  async checkOut(tenantId?: string): Promise<HeldConnection> {
    if (tenantId === undefined) return new HeldConnection(await this.pool.connect(), () => undefined);
    const giveBack = await this.turns.connecting();
    const handed = this.handedOn.get(tenantId);
    this.handedOn.delete(tenantId);
    try {
      const client = handed?.client ?? (await this.pool.connect());
      return new HeldConnection(client, giveBack, this.nextFor(tenantId), handed?.predecessor);
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  private nextFor(tenantId: string): Next {
    return {
      // Those who wait for any connection at all come first; and one is handed on at a time.
      isWaiting: () => this.turns.areWaiting(tenantId) && !this.areOthersWaiting && !this.handedOn.has(tenantId),
      handOn: (handed) => this.handOn(tenantId, handed),
    };
  }

  private get areOthersWaiting(): boolean {
    return this.pool.waitingCount > 0 || this.turns.areLanesWanted;
  }

  private handOn(tenantId: string, handed: HandedOn): void {
    this.handedOn.set(tenantId, handed);
    const takeBack = (isBroken: boolean) => {
      if (this.handedOn.get(tenantId) !== handed) return;
      this.handedOn.delete(tenantId);
      handed.client.release(isBroken);
    };
    // Nobody has come.
    handed.predecessor.then(
      () => takeBack(false),
      () => takeBack(true),
    );
  }
}

/** Whoever of the tenant waits for a connection. */
interface Next {
  isWaiting(): boolean;
  handOn(handed: HandedOn): void;
}

/** What the driver knows of its own. */
interface Driver {
  connection: { stream: Socket };
  /** What it has not written yet. */
  _queryQueue: readonly unknown[];
}

/**
 * A connection that somebody holds. Where others of the tenant wait, it is handed on as soon as the last statements of a transaction are
 * written: those of the next holder go behind them, in one write, and PostgreSQL goes on with them without being woken again.
 */
export class HeldConnection {
  /** Settles with what was sent behind the predecessor's statements. */
  private first: Promise<unknown> | undefined;
  private isFirstAnswered = false;
  private isOver = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly giveBack: () => void,
    private readonly next?: Next,
    private readonly predecessor?: Promise<unknown>,
  ) {}

  /** Runs statements; resolves to one outcome each, or rejects with the first error. */
  async run(statements: readonly Statement[]): Promise<Outcome[]> {
    // What came first may have to be sent again; where its answer is lost, the next one would be taken for it.
    if (this.first) await this.first.catch(throwIfAway);
    if (this.isOver) throw new Error('the connection is no longer held');
    if (!this.predecessor) return runBatch(this.client, statements);
    const outcomes = this.first ? runBatch(this.client, statements) : this.runBehind(this.predecessor, statements);
    if (!this.first) {
      this.first = outcomes;
      void hasFailed(outcomes).then(() => (this.isFirstAnswered = true));
    }
    return outcomes;
  }

  /** Runs the statements that end a transaction. Where others wait, the connection is theirs once these are written. */
  async end(statements: readonly Statement[]): Promise<Outcome[]> {
    const mayHandOn = this.next?.isWaiting() && (!this.predecessor || this.isFirstAnswered);
    if (!mayHandOn) return this.run(statements);
    const { stream } = this.driver.connection;
    stream.cork();
    // Once the next holder has sent what it can send at this moment.
    process.nextTick(() => stream.uncork());
    let isWritten = false;
    const ended = runBatch(this.client, statements, { onWritten: () => (isWritten = true) });
    // The driver writes nothing while it waits for an answer: nothing of another holder may go before these.
    if (isWritten) {
      this.isOver = true;
      this.next!.handOn({ client: this.client, predecessor: ended });
      this.giveBack();
    }
    return ended;
  }

  /** Undoes the open transaction, if it has begun, and gives the connection back. */
  async abandon(error: unknown, hasBegun: boolean): Promise<void> {
    const isBroken = hasBegun && isAway(error);
    // Whoever holds it now finds out what the server has answered; where it has not, both have lost it.
    if (this.isOver) return void (isBroken && isUnanswered(error) && this.driver.connection.stream.destroy());
    if (isBroken) return this.release(true);
    try {
      if (hasBegun) await this.run([{ text: 'rollback' }]);
      this.release();
    } catch {
      this.release(true);
    }
  }

  /** Gives the connection back, or away where it broke. Does nothing once it is somebody else's. */
  release(isBroken = false): void {
    if (this.isOver) return;
    this.isOver = true;
    const giveBack = (broken: boolean) => {
      this.client.release(broken);
      this.giveBack();
    };
    if (!this.predecessor) return giveBack(isBroken);
    // To end it sooner would end the predecessor's commit.
    this.predecessor.then(
      () => giveBack(isBroken),
      () => giveBack(isBroken || !this.first),
    );
  }

  private async runBehind(predecessor: Promise<unknown>, statements: readonly Statement[]): Promise<Outcome[]> {
    try {
      return await runBatch(this.client, statements, { isBehind: this.driver._queryQueue.length === 0 });
    } catch (error) {
      if (isAway(error) || !(await hasFailed(predecessor))) throw error;
      // It left its failed transaction open: of these statements nothing was done.
      return (await runBatch(this.client, [{ text: 'rollback' }, ...statements])).slice(1);
    }
  }

  private get driver(): Driver {
    return this.client as unknown as Driver;
  }
}

const throwIfAway = (error: unknown): void => {
  if (isAway(error)) throw error;
};

const hasFailed = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );
