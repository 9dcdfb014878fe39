import { isUnavailable } from '../../core/errors.js';
import type { AudienceEvents } from './audience-events.service.js';
import type { EventFeed, FeedEvent } from './event-feed.port.js';
import type { EventStream } from './event-stream.js';
import { eventFrame } from './stream-frames.js';

export interface FeedOfTenant {
  feed: EventFeed;
  contents: AudienceEvents;
  /** Opens the scope of the tenant. */
  within: <T>(work: () => Promise<T>) => Promise<T>;
}

export const framesOf = (events: readonly FeedEvent[], { filter }: EventStream): Buffer =>
  Buffer.from(
    events
      .filter((event) => filter.wants(event))
      .map(eventFrame)
      .join(''),
  );

/** Reads new events of a tenant once for all of its streams that have read the earlier ones. */
export class LiveTenant {
  private readonly streams = new Set<EventStream>();
  private again = false;
  private isReading = false;

  /** `position`: the last sequence that the streams have. */
  constructor(
    private readonly of: FeedOfTenant,
    private position: number,
  ) {}

  get isEmpty(): boolean {
    return this.streams.size === 0;
  }

  /** False if the stream lacks earlier events. */
  add(stream: EventStream): boolean {
    if (stream.position < this.position) return false;
    stream.isLive = true;
    this.streams.add(stream);
    return true;
  }

  remove(stream: EventStream): void {
    stream.isLive = false;
    this.streams.delete(stream);
  }

  hasReached(sequence: number): boolean {
    return this.position >= sequence;
  }

  wake(): void {
    this.again = true;
    if (this.isReading) return;
    this.isReading = true;
    void this.of
      .within(() => this.read())
      .finally(() => {
        this.isReading = false;
        if (this.again && !this.isEmpty) this.wake();
      });
  }

  private async read(): Promise<void> {
    try {
      while (this.again && !this.isEmpty) {
        this.again = false;
        const { events, hasMore } = await this.of.feed.after(this.position);
        if (events.length) await this.distribute(events);
        this.again ||= hasMore;
      }
    } catch (error) {
      this.again = false; // the poll of the hub retries
      // They read by themselves, and report the error if it persists.
      if (!isUnavailable(error)) for (const stream of this.streams) this.sendBack(stream);
    }
  }

  private async distribute(events: readonly FeedEvent[]): Promise<void> {
    const shown = await this.shownToAll(events);
    const shared = new Map<string, Buffer>();
    const through = events.at(-1)!.sequence;
    for (const stream of this.streams) {
      const { audience, filter, position } = stream;
      const visible = shown.get(audience.key)!;
      const later = () => framesOf(position === this.position ? visible : after(visible, position), stream);
      const key = `${position} ${audience.key} ${filter.key}`;
      const bytes = shared.get(key) ?? later();
      shared.set(key, bytes);
      if (position < through && !stream.offer(bytes, through)) this.sendBack(stream);
    }
    this.position = through;
  }

  /** By audience. Streams may join meanwhile, so it ends when none has another audience. */
  private async shownToAll(events: readonly FeedEvent[]): Promise<Map<string, readonly FeedEvent[]>> {
    const shown = new Map<string, readonly FeedEvent[]>();
    for (;;) {
      const other = [...this.streams].find(({ audience }) => !shown.has(audience.key));
      if (!other) return shown;
      shown.set(other.audience.key, await this.of.contents.shownTo(other.audience, events));
    }
  }

  private sendBack(stream: EventStream): void {
    this.remove(stream);
    stream.wake();
  }
}

const after = (events: readonly FeedEvent[], position: number) => events.filter(({ sequence }) => sequence > position);
