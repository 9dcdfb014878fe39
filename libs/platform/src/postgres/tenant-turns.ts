import { unavailable } from '@tandem/domain/core/errors';
import { currentScope, noTenant } from '@tandem/domain/core/scope';
import { Turns } from '@tandem/domain/core/turns';
import type { Patience } from './connection.js';
import type { Lanes } from './lanes.js';

/** Limits what one tenant may use of a pool of connections at a time, so that some are left for the others. */
export class TenantTurns {
  /** A quarter of the connections for each tenant, and no more than there are lanes. */
  private readonly connections: Turns;
  private readonly searches: Turns;
  private readonly longPages: Turns;

  constructor(
    poolSize: number,
    private readonly patience: Patience,
    private readonly lanes?: Lanes,
  ) {
    // With more turns than lanes, a tenant would wait for itself at the lanes, and no connection would be handed on.
    const perTenant = Math.max(1, Math.min(Math.floor(poolSize / 4), lanes?.count ?? poolSize));
    this.connections = new Turns({ inAll: Infinity, perTenant });
    const costly = { inAll: Math.ceil(poolSize / 8), perTenant: 1 };
    this.searches = new Turns(costly);
    this.longPages = new Turns(costly);
  }

  /** A search reads many rows, so a tenant makes one after the other; whoever waits too long gets 503. */
  searching<T>(search: () => Promise<T>): Promise<T> {
    const refusal = () => unavailable('Too many searches are at work now.');
    return this.searches.take(search, { millis: this.patience.statementMillis, refusal });
  }

  /** A page of long records keeps a processor busy for a while, so a tenant reads one after the other. */
  readingMuch<T>(read: () => Promise<T>): Promise<T> {
    const refusal = () => unavailable('Too many long pages are being read now.');
    return this.longPages.take(read, { millis: 3 * this.patience.statementMillis, refusal });
  }

  /** Whether somebody waits for a connection that others of the tenant have. */
  areWaiting(tenantId: string): boolean {
    return this.connections.areWaiting(tenantId);
  }

  /** Whether somebody of any tenant waits for a lane. */
  get areLanesWanted(): boolean {
    return this.lanes?.areWanted ?? false;
  }

  /** Settles when the tenant may take a connection, with the function that gives its place back. Work of no tenant is not limited. */
  async connecting(): Promise<() => void> {
    if (currentScope().tenantId === noTenant) return () => undefined;
    const { connectionMillis, turnMillis = connectionMillis } = this.patience;
    const refusal = () => unavailable('Too many requests of this tenant are at work now.');
    const end = await this.connections.acquire({ millis: turnMillis, refusal });
    if (!this.lanes) return end;
    const leave = await this.lanes.enter();
    return () => {
      leave();
      end();
    };
  }
}
