import type { Events, Options } from './generated/sdk.gen.js';
import type { EventsStreamData, Webhooks } from './generated/types.gen.js';
import { TandemProblem } from './problem.js';
import { pause } from './retrying-fetch.js';

/** What webhooks and the event stream carry; `type` determines the type of `data`. */
export type TandemEvent = Webhooks['body'];

export interface Position {
  /** The sequence of the last event that was handled. Without it, the stream begins with what happens from now on. */
  after?: number | undefined;
}

type StreamOptions = Options<EventsStreamData, true, string>;

/** What is known of the stream between connections. */
interface Progress {
  position: number | undefined;
  pauseMillis: number;
  silenceMillis: number;
}

/**
 * Follows the events across broken connections and restarts of the server. Throws the `TandemProblem` of a reconnection
 * that is refused, and the reason of an abort.
 */
export async function* follow(
  events: Pick<Events, 'stream'>,
  options: StreamOptions = {},
  { after }: Position = {},
): AsyncGenerator<TandemEvent, void, undefined> {
  const progress: Progress = { position: after, pauseMillis: 2_000, silenceMillis: 45_000 };
  for (;;) {
    options.signal?.throwIfAborted();
    const failure = yield* followOnce(events, options, progress);
    options.signal?.throwIfAborted();
    await pause(millisAfter(failure, progress), options.signal);
  }
}

/** Returns what broke the connection, if it was not the server that ended it. */
async function* followOnce(events: Pick<Events, 'stream'>, options: StreamOptions, progress: Progress) {
  const { signal, headers } = options;
  const connection = new AbortController();
  let message: { id?: string; event?: string; data?: unknown; retry?: number } = {};
  let failure: unknown;
  const { stream } = await events.stream({
    ...options,
    headers: { ...headers, ...(progress.position === undefined ? {} : { 'Last-Event-ID': progress.position }) },
    signal: AbortSignal.any([connection.signal, ...(signal ? [signal] : [])]),
    maxRetries: 0,
    sseMaxRetryAttempts: 1,
    sseDefaultRetryDelay: progress.pauseMillis,
    onSseEvent: (received) => (message = received as typeof message),
    onSseError: (error) => (failure = error),
  });
  try {
    while (!(await inTime(stream.next(), progress.silenceMillis, connection)).done) {
      const { id, event, data, retry = progress.pauseMillis } = message;
      progress.pauseMillis = retry;
      if (id) progress.position = Number(id);
      if (event === 'hello') progress.silenceMillis = 3_000 * (data as { heartbeat_seconds: number }).heartbeat_seconds;
      if (event?.includes('.')) yield data as TandemEvent;
    }
  } finally {
    connection.abort();
  }
  return failure;
}

function millisAfter(failure: unknown, { pauseMillis }: Progress): number {
  if (!(failure instanceof TandemProblem)) return pauseMillis;
  const { status, retryAfterSeconds } = failure;
  if (status < 500 && status !== 408 && status !== 429) throw failure;
  return retryAfterSeconds === undefined ? pauseMillis : retryAfterSeconds * 1_000;
}

/** A connection that is silent for three heartbeats is given up. */
async function inTime<T>(next: Promise<T>, millis: number, connection: AbortController): Promise<T> {
  const timer = setTimeout(() => connection.abort(), millis);
  return next.finally(() => clearTimeout(timer));
}
