import { clock } from '../../core/clock.js';
import { DomainError } from '../../core/errors.js';
import type { Scope } from '../../core/scope.js';
import type { Chunks } from '../../core/streamed.js';
import { type Audience, audienceOf } from './audience.js';
import type { EventFilter } from './event-filter.js';
import { bookmarkFrame, endFrame, heartbeatSeconds, helloFrame } from './stream-frames.js';

/** Frames, and the last sequence that they cover. */
interface Piece {
  bytes: Buffer;
  through: number;
}

interface Begin {
  scope: Scope;
  filter: EventFilter;
  /** The stream begins with the event after this sequence. */
  from: number;
  newest: number;
}

interface Source {
  /** Reads the events after the stream's position into it, or lets it follow the newest ones. */
  catchUp: (stream: EventStream) => Promise<void>;
  ended: (stream: EventStream) => void;
}

/** A queue that would exceed this is not filled: the client reads from the database at its own pace. */
const maxQueuedBytes = 1024 * 1024;
/** A slow client shows progress after each of these. */
const chunkBytes = 64 * 1024;
const maxLifeMillis = 30 * 60_000;
const spread = 0.1;
const judgedEveryMillis = 60_000;
const bookmarkMillis = heartbeatSeconds * 1000;
const maxStalledMillis = 10_000;
/** After its end was requested. */
const maxEndingMillis = 3000;

/** The events of one client, from its position on; `frames` runs for as long as the client is connected. */
export class EventStream {
  readonly tenantId: string;
  readonly filter: EventFilter;
  audience: Audience;
  /** The last sequence that was queued, or that is not for this client. */
  position: number;
  /** Receives the newest events from the hub; otherwise it catches up by itself. */
  isLive = false;
  private readonly cutting = new AbortController();
  private readonly queue: Piece[] = [];
  private queuedBytes = 0;
  private sent: number;
  private endCode: string | undefined;
  private endedAt = Infinity;
  private mustJudge = false;
  private judgedAt = performance.now();
  private bookmarkedAt = performance.now();
  private stalledSince = Infinity;
  private readonly endsAt = performance.now() + maxLifeMillis * (1 - spread + 2 * spread * Math.random());
  private authenticatedUntil: Date | null | undefined;
  private resume: () => void = () => undefined;

  constructor(private readonly begin: Begin) {
    this.tenantId = begin.scope.tenantId;
    this.filter = begin.filter;
    this.audience = audienceOf(begin.scope.rights);
    this.position = begin.from;
    this.sent = begin.from;
    this.authenticatedUntil = begin.scope.authenticatedUntil;
  }

  /** Aborted to disconnect a client that does not read. */
  get cut(): AbortSignal {
    return this.cutting.signal;
  }

  /** Why it ended; undefined if the client left. */
  get endedBy(): string | undefined {
    return this.endCode;
  }

  /** Until it ends, or its client leaves. */
  async *frames(closed: AbortSignal, { catchUp, ended }: Source): Chunks {
    closed.addEventListener('abort', () => this.wake());
    try {
      if (!closed.aborted) yield helloFrame(this.begin.from, this.begin.newest);
      while (!closed.aborted && !this.endCode) {
        const piece = this.mustJudge ? undefined : this.queue.shift();
        if (piece) yield* this.handedOver(piece);
        else if (this.mustJudge) await this.judge();
        else if (this.isLive) await this.woken();
        else await catchUp(this);
      }
      if (!closed.aborted) yield endFrame(this.sent, this.endCode!);
    } finally {
      ended(this);
    }
  }

  /** Queues frames of the events up to a sequence, none if `bytes` is empty. False if the queue is full. */
  offer(bytes: Buffer, through: number): boolean {
    if (this.queue.length && this.queuedBytes + bytes.length > maxQueuedBytes) return false;
    this.position = through;
    if (bytes.length) this.enqueue({ bytes, through });
    return true;
  }

  /** Makes the stream check the rights of its caller before it goes on. */
  suspect(): void {
    this.mustJudge = true;
    this.wake();
  }

  /** Ends the wait of `woken`. */
  wake(): void {
    this.resume();
  }

  end(code: string): void {
    if (this.endCode) return;
    this.endCode = code;
    this.endedAt = performance.now();
    this.wake();
  }

  disconnect(): void {
    this.cutting.abort();
  }

  /** Called every second. */
  tick(now = performance.now()): void {
    const isStalled = now - this.stalledSince > maxStalledMillis;
    if (isStalled) this.end('client_stalled');
    if (now > this.endsAt) this.end('time_limit');
    if (isStalled || now - this.endedAt > maxEndingMillis) return this.disconnect();
    if (now - this.judgedAt > judgedEveryMillis || this.hasExpired) this.suspect();
    if (now - this.bookmarkedAt >= bookmarkMillis) this.bookmark();
  }

  /** Resolves when the hub has news for it, at the latest after `millis`. */
  async woken(millis?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
      if (millis) timer = setTimeout(resolve, millis);
    });
    clearTimeout(timer);
  }

  private bookmark(): void {
    const { position } = this;
    if (this.stalledSince !== Infinity) return;
    this.bookmarkedAt = performance.now();
    this.enqueue({ bytes: Buffer.from(bookmarkFrame(position)), through: position });
  }

  private enqueue(piece: Piece): void {
    this.queue.push(piece);
    this.queuedBytes += piece.bytes.length;
    this.wake();
  }

  private *handedOver({ bytes, through }: Piece): Generator<Buffer> {
    this.queuedBytes -= bytes.length;
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      this.stalledSince = performance.now();
      yield bytes.subarray(start, start + chunkBytes);
      this.stalledSince = Infinity;
    }
    this.sent = through;
  }

  private get hasExpired(): boolean {
    return (this.authenticatedUntil?.getTime() ?? Infinity) <= clock.millis();
  }

  private async judge(): Promise<void> {
    this.mustJudge = false;
    this.judgedAt = performance.now();
    try {
      const scope = await this.begin.scope.reauthenticate!();
      this.authenticatedUntil = scope.authenticatedUntil;
      if (audienceOf(scope.rights).key !== this.audience.key) this.end('access_changed');
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'unauthenticated') return this.end(error.code);
      await this.woken(1000);
      this.mustJudge = true;
    }
  }
}
