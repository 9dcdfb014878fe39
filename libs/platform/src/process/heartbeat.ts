/** The claims of this process, with its data on each. While it holds any, `beat` is called regularly to renew them. */
export class Heartbeat<Known> {
  readonly held = new Map<string, Known>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly everyMillis: number,
    private readonly beat: () => Promise<void>,
  ) {}

  hold(claim: string, known: Known): void {
    this.held.set(claim, known);
    this.timer ??= setInterval(() => void this.beat(), this.everyMillis).unref();
  }

  release(claim: string): void {
    this.held.delete(claim);
    if (this.held.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
