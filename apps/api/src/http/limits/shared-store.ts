import type { Redis } from 'ioredis';

/** Redis usually responds in a millisecond. Waiting longer than this is not worth an exact count. */
const slowMillis = 200;
const maxSlow = 3;
const pauseMillis = 10_000;

export class SharedStore {
  private slowInRow = 0;
  private pauseUntil = -Infinity;

  constructor(readonly redis: Redis) {}

  /** False for ten seconds after three slow calls in a row, then until one call is fast again. */
  get isFast(): boolean {
    return performance.now() >= this.pauseUntil;
  }

  async timed<T>(call: () => Promise<T>): Promise<T> {
    const started = performance.now();
    if (this.slowInRow >= maxSlow) this.pauseUntil = started + pauseMillis;
    try {
      return await call();
    } finally {
      this.record(performance.now() - started);
    }
  }

  private record(millis: number): void {
    this.slowInRow = millis > slowMillis ? this.slowInRow + 1 : 0;
    this.pauseUntil = this.slowInRow >= maxSlow ? performance.now() + pauseMillis : -Infinity;
  }
}
