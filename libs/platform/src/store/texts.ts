const mostCached = 1000;

/** A cache of long statements: a string put together anew would be hashed anew whenever it is looked up. */
export class Texts {
  private readonly byTail = new Map<string, string>();

  /** `${head} ${tail}`; the same two give the very same string, as long as each tail goes with one head. */
  of(head: string, tail: string): string {
    const cached = this.byTail.get(tail);
    if (cached?.startsWith(head)) return cached;
    const text = `${head} ${tail}`;
    if (this.byTail.size < mostCached) this.byTail.set(tail, text);
    return text;
  }
}
