/** Tells long work that its process is shutting down. */
export class Stopping {
  private readonly controller = new AbortController();
  private readonly held = new Set<Promise<void>>();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Work that nobody waits for otherwise, and that is to end before the process does; it never rejects. */
  hold(work: Promise<void>): void {
    this.held.add(work);
    void work.finally(() => this.held.delete(work));
  }

  /** Resolves when all that is held has ended. */
  async released(): Promise<void> {
    while (this.held.size > 0) await Promise.all(this.held);
  }

  begin(): void {
    this.controller.abort(new Error('the process is shutting down'));
  }
}
