import { Tandem } from '@tandem/client';
import type { EventSourceMessage } from 'eventsource-parser';
import type { Connection } from '../profiles.js';
import { watchedFetch } from './event-bodies.js';
import { Forwarder } from './forwarder.js';
import type { Target } from './send.js';
import type { Bookmark } from './starting-point.js';

export interface Listening {
  connection: Connection;
  target: Target;
  bookmark: Bookmark;
  types: string[] | undefined;
  channels: string[] | undefined;
  after: number | undefined;
  say: (line: string) => void;
  onEvent: (body: string) => void;
  /** The events that happen from now on are received. */
  onStart: () => void;
  signal: AbortSignal;
}

/** Follows the event stream and forwards what it carries. */
export class Session {
  readonly forwarder: Forwarder;
  /** The webhooks' bodies of events that were received and not yet forwarded, by sequence. */
  private readonly bodies = new Map<number, string>();
  private missed: { until: number; count: number } | undefined;
  private hasStarted = false;
  private isConnected = true;

  constructor(private readonly listening: Listening) {
    const { bookmark, target, say, signal } = listening;
    this.forwarder = new Forwarder({ target, say, signal, onPosition: (sequence) => bookmark.write(sequence) });
  }

  /** Throws the problem of a refused connection, or the reason of the signal's abort. */
  async run(): Promise<void> {
    const { connection, types, channels, after, signal, onEvent } = this.listening;
    const tandem = new Tandem({ ...connection, fetch: this.fetch });
    const query = { types, channels } as object;
    try {
      for await (const event of tandem.events.stream({ query, signal }, { after })) {
        const body = this.bodies.get(event.sequence)!;
        await this.forwarder.take({ event, body });
        onEvent(body);
        this.bodies.delete(event.sequence);
      }
    } finally {
      await this.forwarder.end();
    }
  }

  private readonly fetch: typeof fetch = async (...request) => {
    try {
      return await watchedFetch((message) => this.see(message))(...request);
    } catch (error) {
      if (this.isConnected && !this.listening.signal.aborted) this.listening.say('The server is away: trying again.');
      this.isConnected = false;
      throw error;
    }
  };

  private see({ event, id, data }: EventSourceMessage): void {
    const sequence = Number(id);
    if (event === 'hello') this.greet((JSON.parse(data) as { sequence: number }).sequence);
    if (event?.includes('.')) {
      this.bodies.set(sequence, data);
      if (this.missed && sequence <= this.missed.until) this.missed.count++;
    } else if (this.forwarder.isIdle && !this.bodies.size) this.listening.bookmark.write(sequence);
    if (this.missed && sequence >= this.missed.until) this.reportCaughtUp(this.missed.count);
  }

  private greet(newest: number): void {
    if (!this.hasStarted) this.listening.onStart();
    else if (!this.isConnected) this.listening.say('The server is back.');
    this.hasStarted = this.isConnected = true;
    // Of the former connection; what was not forwarded comes again.
    this.bodies.clear();
    this.missed = { until: newest, count: 0 };
  }

  private reportCaughtUp(count: number): void {
    if (count) this.listening.say(`Caught up with ${count} ${count === 1 ? 'event' : 'events'}.`);
    this.missed = undefined;
  }
}
