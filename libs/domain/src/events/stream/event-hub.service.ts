import { Identities } from '../../core/access/identity.js';
import { isUnavailable } from '../../core/errors.js';
import { inTenant } from '../../core/scope.js';
import { Stopping } from '../../core/stopping.js';
import type { Chunks } from '../../core/streamed.js';
import { Turns } from '../../core/turns.js';
import { uses } from '../../core/use-case.js';
import { vocabulary } from '../../core/vocabulary.js';
import { AudienceEvents } from './audience-events.service.js';
import { EventFeed } from './event-feed.port.js';
import type { EventStream } from './event-stream.js';
import { framesOf, LiveTenant } from './live-tenant.js';

const tickMillis = 1000;
/** For clients that do not read the last frame. */
const shutdownMillis = 800;

/** Feeds the event streams of this process. */
export class EventHub extends uses({
  feed: EventFeed,
  contents: AudienceEvents,
  identities: Identities,
  stopping: Stopping,
}) {
  private readonly streams = new Set<EventStream>();
  private readonly live = new Map<string, LiveTenant>();
  /** Streams that catch up leave connections for requests. */
  private readonly reads = new Turns({ inAll: 4, perTenant: 1 });
  private timer: NodeJS.Timeout | undefined;

  constructor(...needs: readonly unknown[]) {
    super(...needs);
    this.feed.onNumbered((tenantIds) => tenantIds.forEach((tenantId) => this.live.get(tenantId)?.wake()));
    this.identities.onChange((tenantId) => this.suspect(tenantId));
    this.stopping.signal.addEventListener('abort', () => this.endAll());
  }

  /** `ended` is called with the reason. */
  serve(stream: EventStream, closed: AbortSignal, ended: (reason: string) => void): Chunks {
    this.streams.add(stream);
    this.timer ??= setInterval(() => this.tick(), tickMillis).unref();
    if (this.stopping.signal.aborted) stream.end('shutting_down');
    const remove = () => {
      this.streams.delete(stream);
      this.leave(stream);
      if (this.streams.size === 0) this.stopTicking();
      ended(stream.endedBy ?? 'client_left');
    };
    return stream.frames(closed, { catchUp: this.catchUp, ended: remove });
  }

  private readonly catchUp = async (stream: EventStream): Promise<void> => {
    try {
      await inTenant(stream.tenantId, () => this.readNext(stream));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await stream.woken(tickMillis);
    }
  };

  private async readNext(stream: EventStream): Promise<void> {
    const { events, hasMore } = await this.reads.take(() => this.feed.after(stream.position));
    const shown = await this.contents.shownTo(stream.audience, events);
    if (events.length) stream.offer(framesOf(shown, stream), events.at(-1)!.sequence);
    if (!hasMore) this.follow(stream);
  }

  private follow(stream: EventStream): void {
    const { tenantId, position } = stream;
    const known = this.live.get(tenantId);
    if (known && !known.isEmpty) return void known.add(stream);
    const tenant = new LiveTenant(this.feedOf(tenantId), position);
    this.live.set(tenantId, tenant);
    tenant.add(stream);
    // Events may have been numbered since the stream read the last page.
    tenant.wake();
  }

  private feedOf(tenantId: string) {
    const { feed, contents } = this;
    const known = vocabulary();
    const within = <T>(work: () => Promise<T>) => known.within(() => inTenant(tenantId, work));
    return { feed, contents, within };
  }

  private leave(stream: EventStream): void {
    const tenant = this.live.get(stream.tenantId);
    tenant?.remove(stream);
    if (tenant?.isEmpty) this.live.delete(stream.tenantId);
  }

  /** Nothing more is sent before the rights of the caller are known again. */
  private suspect(tenantId: string): void {
    for (const stream of this.streams)
      if (tenantId === '' || stream.tenantId === tenantId) {
        this.leave(stream);
        stream.suspect();
      }
  }

  private tick(): void {
    for (const stream of this.streams) stream.tick();
    void this.poll().catch(() => undefined);
  }

  /** Finds numbers whose signal was lost. */
  private async poll(): Promise<void> {
    const newest = await this.feed.newestAcrossTenants([...this.live.keys()]);
    for (const [tenantId, sequence] of newest) {
      const tenant = this.live.get(tenantId);
      if (tenant && !tenant.hasReached(sequence)) tenant.wake();
    }
  }

  private endAll(): void {
    for (const stream of this.streams) stream.end('shutting_down');
    setTimeout(() => this.streams.forEach((stream) => stream.disconnect()), shutdownMillis).unref();
  }

  private stopTicking(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
