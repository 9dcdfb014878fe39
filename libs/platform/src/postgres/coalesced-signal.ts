interface Pace {
  /** Delay before a signal, so that one covers what follows at once. */
  gatherMillis: number;
  /** Minimum interval: each signal is a transaction that wakes every listener. */
  intervalMillis: number;
}

/**
 * Sends NOTIFY outside transactions: inside, commits would wait for each other. A failure is ignored: listeners poll.
 */
export class CoalescedSignal {
  private readonly payloads = new Set<string>();
  private isPending = false;
  private sentAt = -Infinity;

  constructor(
    private readonly notify: (payloads: readonly string[]) => Promise<unknown>,
    private readonly pace: Pace,
  ) {}

  readonly send = (...payloads: readonly string[]): void => {
    for (const payload of payloads) this.payloads.add(payload);
    if (this.isPending) return;
    this.isPending = true;
    const { gatherMillis, intervalMillis } = this.pace;
    const wait = Math.max(gatherMillis, this.sentAt + intervalMillis - performance.now());
    setTimeout(() => {
      const gathered = [...this.payloads];
      this.payloads.clear();
      this.isPending = false;
      this.sentAt = performance.now();
      this.notify(gathered).catch(() => undefined);
    }, wait).unref();
  };
}
