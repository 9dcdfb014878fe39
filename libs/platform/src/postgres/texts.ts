const mostKept = 1000;

/** Keeps long statements whole: put together anew for each request, their text would be hashed anew at each look-up. */
export class Texts {
  private readonly byTail = new Map<string, string>();

  /** `${head} ${tail}`; the same two give the very same string, as long as each tail goes with one head. */
  of(head: string, tail: string): string {
    const kept = this.byTail.get(tail);
    if (kept?.startsWith(head)) return kept;
    const text = `${head} ${tail}`;
    if (this.byTail.size < mostKept) this.byTail.set(tail, text);
    return text;
  }
}
