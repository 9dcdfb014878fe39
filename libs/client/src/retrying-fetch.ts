import { TandemConnectionError, TandemError, TandemProblem } from './problem.js';

/** Of the client, and of each call. */
export interface Retries {
  /** Tries after the first one; 2 by default. */
  maxRetries?: number | undefined;
  /** For one try, up to the end of a JSON response or the beginning of any other one; 30,000 by default. */
  timeoutMs?: number | undefined;
}

type Fetch = typeof fetch;

const repeatedStatuses = [408, 429, 502, 503, 504];
const longestRequestedWait = 60;

/**
 * Sends the request until it succeeds; a body that is a stream only once. Throws a `TandemProblem`, a
 * `TandemConnectionError` or the reason of an abort.
 */
export async function retryingFetch(
  request: Request,
  fetch: Fetch,
  { maxRetries = 2, timeoutMs = 30_000, isRepeatable }: Retries & { isRepeatable: boolean },
): Promise<Response> {
  const last = isRepeatable ? maxRetries : 0;
  for (let retried = 0; ; retried++) {
    try {
      return await attempt(retried < last ? request.clone() : request, timeoutMs, fetch);
    } catch (error) {
      request.signal.throwIfAborted();
      const seconds = secondsToWait(error, retried);
      if (retried >= last || seconds > longestRequestedWait) throw error;
      await pause(seconds * 1000, request.signal);
    }
  }
}

async function attempt(request: Request, timeoutMs: number, fetch: Fetch): Promise<Response> {
  const timeout = new AbortController();
  const expired = new DOMException(`no response within ${timeoutMs} ms`, 'TimeoutError');
  const timer = setTimeout(() => timeout.abort(expired), timeoutMs);
  try {
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, timeout.signal]) });
    if (!response.ok) throw await TandemProblem.of(response);
    const type = response.headers.get('content-type') ?? '';
    if (/^text\/html/.test(type)) throw new TandemConnectionError(`${response.url} is a page of HTML, not Tandem`);
    // Read here, so that a connection that breaks within the response is retried too.
    return /^application\/json\b/.test(type) ? new Response(await response.text(), response) : response;
  } catch (error) {
    if (error instanceof TandemError) throw error;
    throw new TandemConnectionError(`${new URL(request.url).origin} did not respond`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Infinite for what a repetition cannot change. */
function secondsToWait(error: unknown, retried: number): number {
  if (error instanceof TandemProblem) {
    if (!repeatedStatuses.includes(error.status) && !error.is('idempotency_in_progress')) return Infinity;
    if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds;
  }
  return Math.random() * Math.min(8, 0.5 * 2 ** retried);
}

/** Rejects as soon as the signal aborts. */
export function pause(millis: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, millis);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
  });
}
