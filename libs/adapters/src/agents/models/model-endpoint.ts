import type { ModelAccess } from '@tandem/domain/agents/models/conversations.port';
import { withoutSecret } from '@tandem/domain/agents/journal/masking';
import { type FailureCategory, RunFailure, UnbilledFailure } from '@tandem/domain/agents/runs/run-failure';
import { failureOf } from '@tandem/platform/egress/egress-failure';
import { clock } from '@tandem/domain/core/clock';

type Fetch = typeof globalThis.fetch;
type Reserve = (bytes: number) => Promise<number>;

/** What a request to a model is made with. */
export interface Endpoint {
  access: ModelAccess;
  fetch: Fetch;
  totalMillis: number;
}

/**
 * A fetch for one question: before it sends anything it reserves what the answer may cost, and writes into the body how many tokens
 * the answer may have then. Rejects with a failure of the run for whatever is no answer.
 */
export function questionFetch({ access, fetch, totalMillis }: Endpoint, reserve: Reserve): Fetch {
  return async (input, init) => {
    const asked = init?.body as string;
    const limit = await reserve(Buffer.byteLength(asked));
    const body = JSON.stringify({ ...(JSON.parse(asked) as object), [access.limit]: limit });
    const headers = { ...(init?.headers as Record<string, string>), 'user-agent': 'Tandem' };
    const answer = await within(totalMillis, async (late) => {
      const signal = AbortSignal.any([...(init?.signal ? [init.signal] : []), late]);
      const response = await fetch(input, { ...init, headers, body, signal });
      // The status of a refusal says enough, even where its body is cut off.
      const text = response.ok ? await response.text() : await response.text().catch(() => '');
      return { status: response.status, headers: response.headers, text };
    }).catch((error: unknown) => {
      throw unanswered(error);
    });
    // Where the provider repeats the key in its answer, the key must not get into the journal.
    const text = withoutSecret(answer.text, access.key);
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer.status, answer.headers, text);
    return new Response(text, { headers: { 'content-type': 'application/json' } });
  };
}

/** Node 20 may forget a signal of `AbortSignal.timeout` that is only part of another one, and its time would never be over. */
async function within<T>(millis: number, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('the time is over', 'TimeoutError')), millis);
  return work(limit.signal).finally(() => clearTimeout(timer));
}

/** Nothing is to be paid where no connection was made: the question was never sent. */
const unsent = ['dns_failure', 'connection_refused', 'tls_error'];

function unanswered(error: unknown): RunFailure {
  const failure = failureOf(error);
  if (failure === 'blocked_address')
    return new UnbilledFailure('configuration', 'The address of the model may not be called from here.');
  if (unsent.includes(failure)) return new UnbilledFailure('model_error', `The model was not reached: ${failure}.`);
  return new RunFailure('model_error', `The model did not answer: ${failure}.`);
}

const mayPass = [408, 409, 425, 429];

/** An answer with such a status costs nothing. */
function refusalOf(status: number, headers: Headers, text: string): UnbilledFailure {
  const isOutOfQuota = text.includes('insufficient_quota');
  const category = isOutOfQuota ? 'configuration' : categoryOf(status);
  return new UnbilledFailure(category, `The provider answered ${status}: ${messageIn(text)}`, secondsIn(headers));
}

function categoryOf(status: number): FailureCategory {
  if (mayPass.includes(status)) return 'rate_limited';
  return status >= 300 && status < 500 ? 'configuration' : 'model_error';
}

function messageIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } | string };
    const message = typeof error === 'object' ? error?.message : error;
    if (typeof message === 'string') return message.slice(0, 500);
  } catch {
    // No JSON: the text is shown as it is.
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
