/** Signals long-running work that the process is shutting down. */
export class Stopping {
  private readonly controller = new AbortController();
  private readonly held = new Set<Promise<void>>();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Delays shutdown until the work ends; it must never reject. */
  hold(work: Promise<void>): void {
    this.held.add(work);
    void work.finally(() => this.held.delete(work));
  }

  async released(): Promise<void> {
    while (this.held.size > 0) await Promise.all(this.held);
  }

  begin(): void {
    this.controller.abort(new Error('the process is shutting down'));
  }
}
