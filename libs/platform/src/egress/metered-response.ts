import type { Response as UndiciResponse } from 'undici';
import { EgressFailure } from './egress-failure.js';

/** The answer as Node's own `Response`, whose body fails after so many bytes, counted unpacked. */
export function meteredResponse(answer: UndiciResponse, most: number): Response {
  // The class refuses a status above 599, which a server may well send.
  if (answer.status > 599) throw new EgressFailure('invalid_response');
  let left = most;
  const meter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new EgressFailure('invalid_response'));
      else controller.enqueue(chunk);
    },
  });
  const body = answer.body ? (answer.body as ReadableStream<Uint8Array>).pipeThrough(meter) : null;
  const { status, statusText, url } = answer;
  const response = new Response(body, { status, statusText, headers: [...answer.headers] });
  return Object.defineProperty(response, 'url', { value: url });
}
