/** How long to wait before the next attempt, in ms: 1 s doubling to 30 s, and 1 s again after a minute without a fall. */
export class Backoff {
  #wait = 500;
  #last = 0;

  next(): number {
    const now = performance.now();
    if (now - this.#last > 60_000 + this.#wait) this.#wait = 500;
    this.#last = now;
    this.#wait = Math.min(this.#wait * 2, 30_000);
    return this.#wait;
  }
}
