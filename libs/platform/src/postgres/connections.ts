import type { Socket } from 'node:net';
import type pg from 'pg';
import { type Outcome, runBatch, type Statement } from './batch.js';
import { isAway } from './database-errors.js';
import type { TenantTurns } from './tenant-turns.js';

/** A connection on its way to the next holder. */
interface HandedOn {
  client: pg.PoolClient;
  /** Settles with the last statements of the holder before, where they are still being answered. */
  before: Promise<unknown> | undefined;
}

/** The connections of a pool, of which a tenant has its share. */
export class Connections {
  private readonly handedOn: HandedOn[] = [];

  constructor(
    private readonly pool: pg.Pool,
    private readonly turns: TenantTurns,
  ) {}

  /** A connection for the caller alone; work across tenants has no share. */
  async checkOut(isAcrossTenants: boolean): Promise<HeldConnection> {
    const giveBack = isAcrossTenants ? () => undefined : await this.turns.connecting();
    const handed = this.handedOn.pop();
    if (handed) return new HeldConnection(handed, this, giveBack);
    try {
      return new HeldConnection({ client: await this.pool.connect(), before: undefined }, this, giveBack);
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Whether somebody waits whose turn comes as soon as another one ends. */
  get areWaitedFor(): boolean {
    return this.turns.areWaiting;
  }

  /** For whoever checks out next. It goes back to the pool if nobody has come when what it still does is done. */
  handOn(handed: HandedOn): void {
    this.handedOn.push(handed);
    const takeBack = (isBroken: boolean) => {
      const at = this.handedOn.indexOf(handed);
      if (at >= 0) this.handedOn.splice(at, 1)[0]!.client.release(isBroken);
    };
    if (!handed.before) return void setImmediate(takeBack, false);
    handed.before.then(
      () => takeBack(false),
      () => takeBack(true),
    );
  }
}

/** Where the driver keeps the socket of a connection. */
const socketOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * A connection that somebody holds. Where others wait, it is handed on as soon as the last statements of a transaction are sent: those of
 * the next holder go behind them, in one write, and PostgreSQL goes on with them without being woken again.
 */
export class HeldConnection {
  private readonly client: pg.PoolClient;
  /** Undefined once something is sent behind it. */
  private before: Promise<unknown> | undefined;
  private unanswered = 0;
  private isOver = false;

  constructor(
    { client, before }: HandedOn,
    private readonly connections: Connections,
    private readonly giveBack: () => void,
  ) {
    this.client = client;
    this.before = before;
  }

  /** Runs statements; resolves to one outcome each, or rejects with the first error. */
  async run(statements: readonly Statement[]): Promise<Outcome[]> {
    if (this.isOver) throw new Error('the connection is no longer held');
    this.unanswered++;
    try {
      return await (this.before ? this.runBehind(this.before, statements) : runBatch(this.client, statements));
    } finally {
      this.unanswered--;
    }
  }

  /** Runs the statements that end a transaction. Where others wait, the connection is theirs once these are sent. */
  end(statements: readonly Statement[]): Promise<Outcome[]> {
    // The next holder's statements are written at once, so that none of these may still wait to be.
    if (this.before || this.unanswered || !this.connections.areWaitedFor) return this.run(statements);
    const socket = socketOf(this.client);
    socket.cork();
    // Once the next holder has sent what it can send at this moment.
    process.nextTick(() => socket.uncork());
    const ended = runBatch(this.client, statements);
    this.pass({ client: this.client, before: ended });
    return ended;
  }

  /** Undoes the open transaction, if it has begun, and gives the connection back. */
  async abandon(error: unknown, hasBegun: boolean): Promise<void> {
    // Whoever holds it now finds out that it broke, or that a transaction was left open.
    if (this.isOver) return void (isAway(error) && socketOf(this.client).destroy());
    if (isAway(error)) return this.release(true);
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
    if (!isBroken && this.connections.areWaitedFor) return this.pass({ client: this.client, before: this.before });
    this.isOver = true;
    this.giveBack();
    if (isBroken || !this.before) return this.client.release(isBroken);
    this.before.then(
      () => this.client.release(),
      () => this.client.release(true),
    );
  }

  private async runBehind(before: Promise<unknown>, statements: readonly Statement[]): Promise<Outcome[]> {
    this.before = undefined;
    try {
      return await runBatch(this.client, statements, { isBehind: true });
    } catch (error) {
      const isOwn = await before.then(
        () => true,
        () => false,
      );
      if (isOwn) throw error;
      // The holder before left its failed transaction open: of these statements nothing was done.
      return (await runBatch(this.client, [{ text: 'rollback' }, ...statements])).slice(1);
    }
  }

  private pass(handed: HandedOn): void {
    this.isOver = true;
    this.connections.handOn(handed);
    this.giveBack();
  }
}
