import { currentScope } from '../../core/scope.js';
import { Streamed } from '../../core/streamed.js';
import { uses } from '../../core/use-case.js';
import { EventFeed } from './event-feed.port.js';
import { EventFilter, type EventFilterFields } from './event-filter.js';
import { EventHub } from './event-hub.service.js';
import { EventStream } from './event-stream.js';
import { StreamSlots } from './stream-slots.service.js';
import { startOf } from './stream-start.js';

interface Input extends EventFilterFields {
  afterSequence?: number;
}

/** Proxies neither change nor buffer it. */
const headers = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };

export class StreamEvents extends uses({ feed: EventFeed, hub: EventHub, slots: StreamSlots }) {
  async run({ afterSequence, ...filter }: Input): Promise<Streamed> {
    const bounds = await this.feed.bounds();
    const from = startOf(afterSequence, bounds);
    const release = this.slots.take();
    const begin = { scope: currentScope(), filter: new EventFilter(filter), from, newest: bounds.newest };
    const stream = new EventStream(begin);
    return new Streamed((closed) => this.hub.serve(stream, closed, release), headers, stream.cut);
  }
}
