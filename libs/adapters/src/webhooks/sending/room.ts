import { setTimeout as pause } from 'node:timers/promises';
import { Pace } from './pace.js';
import type { ProcessLoad } from './process-load.js';

/** How long a fan-out waits for lines that are about to have room; without room, an endpoint gets deliveries that are due. */
const patienceMillis = 3000;
const pollMillis = 5;
/** How long it waits for the others once one has room, and where many wait already. */
const graceMillis = 100;

/** A fan-out brings each endpoint as many events as it is sent in this time, as if all lines were sent the same. */
const stepMillis = 1000;
/** What a process is taken to send in that time that is not busy. */
const usualTogether = 2000;
/** Smaller steps cost more than deliveries that become due. */
const fewest = 64;

/**
 * Whether a fan-out should wait for a line. `full`: of what fan-outs gave it, and soon no longer. `after what is due`: it sends what is
 * due first. `not soon`: its endpoint answers slowly, or not as it should; one that has yet to answer is taken for a quick one.
 */
export type LineRoom = 'free' | 'full' | 'after what is due' | 'not soon';

interface Line {
  readonly room: LineRoom;
}

/** When a fan-out of a tenant goes on, and how much it brings, by the lines of the process. */
export class Room {
  /** The endpoints that the last fan-out of a tenant had something for, while this process sends to any of them. */
  private readonly latest = new Map<string, readonly string[]>();
  /** Of all endpoints together. */
  private readonly pace = new Pace();
  private waiting = 0;

  constructor(
    private readonly lines: ReadonlyMap<string, Line>,
    private readonly load: Pick<ProcessLoad, 'isBusy'>,
  ) {}

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
    const millis = this.waiting < mostWaiting ? patienceMillis : graceMillis;
    this.waiting++;
    try {
      await this.untilOneHasRoom(tenantId, Date.now() + millis);
    } finally {
      this.waiting--;
    }
    this.left(tenantId);
    return this.latest.has(tenantId) ? this.share : Infinity;
  }

  private get share(): number {
    const sent = this.pace.within(stepMillis);
    const together = this.load.isBusy ? sent : Math.max(usualTogether, sent);
    return Math.max(fewest, Math.floor(together / this.lines.size));
  }

  private async untilOneHasRoom(tenantId: string, until: number): Promise<void> {
    for (; Date.now() < until; await pause(pollMillis)) {
      const rooms = this.linesOf(tenantId).map((line) => line.room);
      const isOneFree = rooms.includes('free');
      if (!rooms.includes('full') && (isOneFree || !rooms.includes('after what is due'))) return;
      if (isOneFree) until = Math.min(until, Date.now() + graceMillis);
    }
  }

  private linesOf(tenantId: string): Line[] {
    return (this.latest.get(tenantId) ?? []).flatMap((endpointId) => this.lines.get(endpointId) ?? []);
  }
}
