import { type PageAnswer, pageFailures } from './web-pages.port.js';

/** What a check found, without anything of the page itself. */
export interface Verdict {
  ok: boolean;
  status: number | null;
  /** Why it is not as expected; null when it is. */
  reason: string | null;
}

export const verdictReasons = ['status', 'pattern', ...pageFailures];

export function verdictOf(
  answer: PageAnswer,
  { expected_status: expected, pattern }: { expected_status?: number; pattern?: string },
): Verdict {
  if ('failure' in answer) return { ok: false, status: null, reason: answer.failure };
  const { status, body, bodyFailure } = answer;
  const isExpected = expected === undefined ? status >= 200 && status < 300 : status === expected;
  if (!isExpected) return { ok: false, status, reason: 'status' };
  // The answer as a whole has a time limit; otherwise the status decides, as long as the text is not needed.
  if (bodyFailure === 'timeout') return { ok: false, status, reason: 'timeout' };
  const fits = pattern === undefined || matches(body, pattern);
  return { ok: fits, status, reason: fits ? null : (bodyFailure ?? 'pattern') };
}

/** True when the parts of a pattern, which `*` separates, stand in the text in their order; in linear time. */
function matches(body: string, pattern: string): boolean {
  let from = 0;
  for (const part of pattern.split('*')) {
    const at = body.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}
