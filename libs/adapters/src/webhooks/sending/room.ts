import { setTimeout as pause } from 'node:timers/promises';
import { Pace } from './pace.js';
import type { SendingLine } from './sending-line.js';

/** How long a fan-out waits for lines that are about to have room; without room, an endpoint gets deliveries that are due. */
const patienceMillis = 3000;
const pollMillis = 5;
/** How long it waits for others when one has room, or answers too slowly to be waited for. */
const graceMillis = 100;

/** A fan-out brings each endpoint as many events as it is sent in this time, where all have the same part of what the process sends. */
const stepMillis = 1000;
/** What the process is taken to send in that time at least, and how many a fan-out should bring at least. */
const leastTogether = 2000;
const fewest = 16;

/** When a fan-out of a tenant goes on, and how much it brings, by the lines of the process. */
export class Room {
  /** The endpoints that the last fan-out of a tenant had something for, while this process sends to any of them. */
  private readonly latest = new Map<string, readonly string[]>();
  /** Of all endpoints together. */
  private readonly pace = new Pace();
  private waiting = 0;

  constructor(private readonly lines: ReadonlyMap<string, SendingLine>) {}

  /** Counts an answer of any endpoint. */
  answered(): void {
    this.pace.answered(0);
  }

  /** A fan-out of the tenant had something for these. */
  reached(tenantId: string, endpointIds: readonly string[]): void {
    this.latest.set(tenantId, endpointIds);
  }

  /** Something of the tenant has ended. */
  left(tenantId: string): void {
    if (this.linesOf(tenantId).length === 0) this.latest.delete(tenantId);
  }

  /** Resolves to how many events the next fan-out of the tenant should bring at most. */
  async until(tenantId: string, mostWaiting: number): Promise<number> {
    const lines = this.linesOf(tenantId);
    if (this.waiting < mostWaiting) {
      this.waiting++;
      await untilOneHasRoom(lines);
      this.waiting--;
    }
    const together = Math.max(leastTogether, this.pace.within(stepMillis));
    return Math.max(fewest, Math.floor(together / Math.max(1, this.lines.size)));
  }

  private linesOf(tenantId: string): SendingLine[] {
    return (this.latest.get(tenantId) ?? []).flatMap((endpointId) => this.lines.get(endpointId) ?? []);
  }
}

async function untilOneHasRoom(lines: readonly SendingLine[]): Promise<void> {
  for (let until = Date.now() + patienceMillis; Date.now() < until; await pause(pollMillis)) {
    const filled = lines.filter((line) => line.willHaveRoom);
    if (filled.length === 0) return;
    if (filled.length < lines.length) until = Math.min(until, Date.now() + graceMillis);
  }
}
