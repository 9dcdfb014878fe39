/** Tells long work that its process is shutting down. */
export class Stopping {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.controller.abort(new Error('the process is shutting down'));
  }
}
