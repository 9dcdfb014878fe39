import { type PageResponse, pageFailures } from './web-pages.port.js';

export interface Verdict {
  ok: boolean;
  status: number | null;
  reason: string | null;
}

export const verdictReasons = ['status', 'pattern', ...pageFailures];

export function verdictOf(
  response: PageResponse,
  { expected_status: expected, pattern }: { expected_status?: number; pattern?: string },
): Verdict {
  if ('failure' in response) return { ok: false, status: null, reason: response.failure };
  const { status, body, bodyFailure } = response;
  const isExpected = expected === undefined ? status >= 200 && status < 300 : status === expected;
  if (!isExpected) return { ok: false, status, reason: 'status' };
  // The time limit applies to the whole response; other failures of the body matter only if the text is needed.
  if (bodyFailure === 'timeout') return { ok: false, status, reason: 'timeout' };
  const fits = pattern === undefined || matches(body, pattern);
  return { ok: fits, status, reason: fits ? null : (bodyFailure ?? 'pattern') };
}

/** True when the parts of a pattern, separated by `*`, occur in order; runs in linear time. */
function matches(body: string, pattern: string): boolean {
  let from = 0;
  for (const part of pattern.split('*')) {
    const at = body.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}
