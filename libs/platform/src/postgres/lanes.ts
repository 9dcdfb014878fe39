import { Turns } from '@tandem/domain/core/turns';

/**
 * Keeps short work to a few connections of a pool. A server process of PostgreSQL has plans, caches and page tables of its own: four
 * that are busy all the time need much less processor time for the same work than twenty that take turns.
 */
export class Lanes {
  private readonly turns: Turns;

  /** Work that takes longer than `shortMillis` is not short: its lane is given to others meanwhile. */
  constructor(
    readonly count: number,
    private readonly shortMillis = 250,
  ) {
    this.turns = new Turns({ inAll: count, perTenant: count });
  }

  /** Whether anybody waits for a lane. */
  get areWanted(): boolean {
    return this.turns.areAnyWaiting;
  }

  /** Resolves to the function that gives the lane back. */
  async enter(): Promise<() => void> {
    const leave = await this.turns.acquire();
    const timer = setTimeout(leave, this.shortMillis);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }
}
