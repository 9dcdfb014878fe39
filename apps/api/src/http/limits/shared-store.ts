import type { Redis } from 'ioredis';

/** Redis usually answers in a millisecond. A request that waits longer than this pays too much for a shared count. */
const slowMillis = 200;
const maxSlow = 3;
const pauseMillis = 10_000;

/** The Redis that holds the counters of all processes, and whether it is fast enough to be asked. */
export class SharedStore {
  private slowInRow = 0;
  private pauseUntil = -Infinity;

  constructor(readonly redis: Redis) {}

  /** False for ten seconds after three slow answers in a row, and then until a single call finds it fast again. */
  get isFast(): boolean {
    return performance.now() >= this.pauseUntil;
  }

  /** Calls it, and notes how long that takes. */
  async timed<T>(call: () => Promise<T>): Promise<T> {
    const started = performance.now();
    if (this.slowInRow >= maxSlow) this.pauseUntil = started + pauseMillis;
    try {
      return await call();
    } finally {
      this.note(performance.now() - started);
    }
  }

  private note(millis: number): void {
    this.slowInRow = millis > slowMillis ? this.slowInRow + 1 : 0;
    this.pauseUntil = this.slowInRow >= maxSlow ? performance.now() + pauseMillis : -Infinity;
  }
}
