import type { Response as UndiciResponse } from 'undici';
import { EgressFailure } from './egress-failure.js';

/** Sees each piece of a body, unpacked; the body fails with what it throws. */
type Meter = (chunk: Uint8Array) => void;

/** The answer as Node's own `Response`, its body under a meter. */
export function meteredResponse(answer: Response | UndiciResponse, meter: Meter): Response {
  // The class refuses a status above 599, which a server may well send.
  if (answer.status > 599) throw new EgressFailure('invalid_response');
  const metered = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      meter(chunk);
      controller.enqueue(chunk);
    },
  });
  const body = answer.body ? (answer.body as ReadableStream<Uint8Array>).pipeThrough(metered) : null;
  const { status, statusText, url } = answer;
  const response = new Response(body, { status, statusText, headers: [...answer.headers] });
  return Object.defineProperty(response, 'url', { value: url });
}

/** Fails a body of more than so many bytes. */
export function byteMeter(max: number): Meter {
  let left = max;
  return (chunk) => {
    left -= chunk.byteLength;
    if (left < 0) throw new EgressFailure('invalid_response');
  };
}
