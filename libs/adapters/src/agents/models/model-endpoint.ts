import type { ModelAccess } from '@tandem/domain/agents/models/conversations.port';
import { withoutSecret } from '@tandem/domain/agents/journal/masking';
import { type FailureCategory, RunFailure, UnbilledFailure } from '@tandem/domain/agents/runs/run-failure';
import { failureOf } from '@tandem/platform/egress/egress-failure';
import { clock } from '@tandem/domain/core/clock';

type Fetch = typeof globalThis.fetch;
type Reserve = (bytes: number) => Promise<number>;

export interface Endpoint {
  access: ModelAccess;
  fetch: Fetch;
  totalMillis: number;
}

/** First reserves the cost and writes the token limit into the body. Rejects with a `RunFailure` unless 2xx. */
export function questionFetch({ access, fetch, totalMillis }: Endpoint, reserve: Reserve): Fetch {
  return async (input, init) => {
    const question = init?.body as string;
    const limit = await reserve(Buffer.byteLength(question));
    const body = JSON.stringify({ ...(JSON.parse(question) as object), [access.limit]: limit });
    const headers = { ...(init?.headers as Record<string, string>), 'user-agent': 'Tandem' };
    const response = await within(totalMillis, async (timeout) => {
      const signal = AbortSignal.any([...(init?.signal ? [init.signal] : []), timeout]);
      const fetched = await fetch(input, { ...init, headers, body, signal });
      // The status of a refusal suffices if its body is cut off.
      const text = fetched.ok ? await fetched.text() : await fetched.text().catch(() => '');
      return { status: fetched.status, headers: fetched.headers, text };
    }).catch((error: unknown) => {
      throw runFailureOf(error);
    });
    // A provider may repeat the key in its response, and the key must not reach the journal.
    const text = withoutSecret(response.text, access.key);
    if (response.status < 200 || response.status > 299) throw refusalOf(response.status, response.headers, text);
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
}

/** In Node 20 a signal of `AbortSignal.timeout` that is only part of another signal may be collected and never fire. */
async function within<T>(millis: number, work: (timeout: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('the time is over', 'TimeoutError')), millis);
  return work(limit.signal).finally(() => clearTimeout(timer));
}

const unsent = ['dns_failure', 'connection_refused', 'tls_error'];

function runFailureOf(error: unknown): RunFailure {
  const failure = failureOf(error);
  if (failure === 'blocked_address')
    return new UnbilledFailure('configuration', 'The address of the model may not be called from here.');
  if (unsent.includes(failure)) return new UnbilledFailure('model_error', `The model was not reached: ${failure}.`);
  return new RunFailure('model_error', `The model did not answer: ${failure}.`);
}

const retryable = [408, 409, 425, 429];

/** Providers do not bill an error response. */
function refusalOf(status: number, headers: Headers, text: string): UnbilledFailure {
  const isOutOfQuota = text.includes('insufficient_quota');
  const category = isOutOfQuota ? 'configuration' : categoryOf(status);
  return new UnbilledFailure(category, `The provider answered ${status}: ${messageIn(text)}`, secondsIn(headers));
}

function categoryOf(status: number): FailureCategory {
  if (retryable.includes(status)) return 'rate_limited';
  return status >= 300 && status < 500 ? 'configuration' : 'model_error';
}

function messageIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } | string };
    const message = typeof error === 'object' ? error?.message : error;
    if (typeof message === 'string') return message.slice(0, 500);
  } catch {
    // Not JSON: the text itself is shown.
  }
  return text.slice(0, 500);
}

/** `Retry-After` in seconds, or as a date (RFC 9110, 10.2.3). */
function secondsIn(headers: Headers): number | undefined {
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - clock.millis()) / 1000;
  return seconds > 0 ? seconds : undefined;
}
