import { EgressFailure } from '@tandem/platform/egress/egress-failure';

type Fetch = typeof globalThis.fetch;

/** What all answers together may bring. */
export interface Bounds {
  requests: number;
  bytes: number;
  /** Of event streams. */
  messages: number;
}

const [lineFeed, carriageReturn] = [10, 13];

/** A fetch that keeps within bounds. It calls `onExcess`, since code that awaits a message of a stream may not see that it broke. */
export function boundedFetch(fetch: Fetch, most: Bounds, onExcess: (failure: EgressFailure) => void): Fetch {
  const left = { ...most };
  const exceeded = () => {
    const failure = new EgressFailure('invalid_response');
    onExcess(failure);
    return failure;
  };
  return async (...request) => {
    if (--left.requests < 0) throw exceeded();
    const response = await fetch(...request);
    if (!response.body) return response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const meter = isStream ? messageMeter(left) : () => true;
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left.bytes -= chunk.byteLength;
        if (left.bytes >= 0 && meter(chunk)) controller.enqueue(chunk);
        else controller.error(exceeded());
      },
    });
    const answer = new Response(response.body.pipeThrough(bounded), response);
    return Object.defineProperty(answer, 'url', { value: response.url });
  };
}

/** Counts messages: each ends with an empty line, and lines end as they like (HTML standard, 9.2.6). */
function messageMeter(left: { messages: number }): (chunk: Uint8Array) => boolean {
  let before = lineFeed;
  let isLineEmpty = true;
  return (chunk) => {
    for (const byte of chunk) {
      const isLineEnd = byte === carriageReturn || (byte === lineFeed && before !== carriageReturn);
      if (isLineEnd && isLineEmpty) left.messages--;
      if (byte !== lineFeed || isLineEnd) isLineEmpty = isLineEnd;
      before = byte;
    }
    return left.messages >= 0;
  };
}
