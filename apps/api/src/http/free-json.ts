import { badRequest } from './http-problem.js';

const deepest = 32;
const mostValues = 10_000;

/** Refuses JSON that no later stage could handle well: too deep, too many values, NUL or broken Unicode in any text. */
export function checkJson(value: unknown): void {
  const pending: [value: unknown, depth: number][] = [[value, 1]];
  let count = 0;
  while (pending.length) {
    const [item, depth] = pending.pop()!;
    if (++count > mostValues) throw badRequest('json_too_large', `JSON may hold at most ${mostValues} values.`);
    if (typeof item === 'string') checkText(item);
    if (item === Infinity || item === -Infinity)
      throw badRequest('invalid_number', 'A number is larger than JSON implementations can hold.');
    if (item === null || typeof item !== 'object') continue;
    if (depth > deepest) throw badRequest('json_too_deep', `JSON may be nested at most ${deepest} deep.`);
    for (const [key, child] of Object.entries(item)) {
      checkText(key);
      pending.push([child, depth + 1]);
    }
  }
}

/** Text that PostgreSQL can store: no NUL, no lone surrogate. */
export function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw badRequest('invalid_text', 'Text may hold neither NUL nor half a surrogate pair.');
}
