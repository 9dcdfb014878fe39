/** Milliseconds before the next start: 1 s doubling to 30 s; resets after a minute without a crash. */
export class Backoff {
  #wait = 0;
  #last = 0;

  constructor(
    private readonly min = 1000,
    private readonly max = 30_000,
  ) {}

  next(): number {
    const now = performance.now();
    if (now - this.#last > 60_000 + this.#wait) this.#wait = 0;
    this.#last = now;
    this.#wait = Math.min(this.#wait * 2 || this.min, this.max);
    return this.#wait;
  }
}
