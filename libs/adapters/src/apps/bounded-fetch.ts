import { EgressFailure } from '@tandem/platform/egress/egress-failure';
import { meteredResponse } from '@tandem/platform/egress/metered-response';

type Fetch = typeof globalThis.fetch;

export interface Bounds {
  requests: number;
  bytes: number;
  messages: number;
}

const lineFeed = 10;
const carriageReturn = 13;

/** Aborts responses beyond the limits; `onExcess` serves callers that wait for a message and do not see the abort. */
export function boundedFetch(fetch: Fetch, max: Bounds, onExcess: (failure: EgressFailure) => void): Fetch {
  const left = { ...max };
  const exceeded = () => {
    const failure = new EgressFailure('invalid_response');
    onExcess(failure);
    return failure;
  };
  return async (...request) => {
    if (--left.requests < 0) throw exceeded();
    const response = await fetch(...request);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const meter = isStream ? messageMeter(left) : () => true;
    return meteredResponse(response, (chunk) => {
      left.bytes -= chunk.byteLength;
      if (left.bytes < 0 || !meter(chunk)) throw exceeded();
    });
  };
}

/** A message ends with an empty line, and a line with CR, LF or both (HTML standard, 9.2.6). */
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
