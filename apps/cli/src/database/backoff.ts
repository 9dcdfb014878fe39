/** Milliseconds to wait before the next start: 1 s doubling to 30 s, and 1 s again after a minute without a crash. */
export class Backoff {
  #wait = 0;
  #last = 0;

  constructor(
    private readonly least = 1000,
    private readonly max = 30_000,
  ) {}

  next(): number {
    const now = performance.now();
    if (now - this.#last > 60_000 + this.#wait) this.#wait = 0;
    this.#last = now;
    this.#wait = Math.min(this.#wait * 2 || this.least, this.max);
    return this.#wait;
  }
}
