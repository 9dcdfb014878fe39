import { createParser, type EventSourceMessage } from 'eventsource-parser';

type Watch = (message: EventSourceMessage) => void;

/** A `fetch` that shows each message of an event stream as it was sent, and leaves the response unchanged. */
export const watchedFetch =
  (watch: Watch): typeof fetch =>
  async (...request) => {
    const response = await fetch(...request);
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
    return new Response(response.body.pipeThrough(watchedBy(watch)), response);
  };

function watchedBy(onEvent: Watch): TransformStream<Uint8Array, Uint8Array> {
  const parser = createParser({ onEvent });
  const decoder = new TextDecoder();
  return new TransformStream({
    transform(chunk, controller) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      controller.enqueue(chunk);
    },
  });
}
