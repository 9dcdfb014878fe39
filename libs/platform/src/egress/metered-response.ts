import type { Response as UndiciResponse } from 'undici';
import { EgressFailure } from './egress-failure.js';

/** Receives each decompressed chunk of a body; if it throws, the body fails with that error. */
type Meter = (chunk: Uint8Array) => void;

export function meteredResponse(received: Response | UndiciResponse, meter: Meter): Response {
  // `Response` rejects a status above 599, which a server may send.
  if (received.status > 599) throw new EgressFailure('invalid_response');
  const metered = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      meter(chunk);
      controller.enqueue(chunk);
    },
  });
  const body = received.body ? (received.body as ReadableStream<Uint8Array>).pipeThrough(metered) : null;
  const { status, statusText, url } = received;
  const response = new Response(body, { status, statusText, headers: [...received.headers] });
  return Object.defineProperty(response, 'url', { value: url });
}

export function byteMeter(max: number): Meter {
  let left = max;
  return (chunk) => {
    left -= chunk.byteLength;
    if (left < 0) throw new EgressFailure('invalid_response');
  };
}
