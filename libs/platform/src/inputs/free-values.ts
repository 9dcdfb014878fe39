import { DomainError } from '@tandem/domain/core/errors';

export function checkValues(value: unknown): void {
  const pending = [value];
  while (pending.length) {
    const item = pending.pop();
    if (typeof item === 'string') checkText(item);
    if (item === Infinity || item === -Infinity) throw tooLargeNumber();
    if (item === null || typeof item !== 'object') continue;
    for (const [key, child] of Object.entries(item)) {
      checkText(key);
      pending.push(child);
    }
  }
}

/** Text that PostgreSQL can store: no NUL, no lone surrogate. */
export function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new DomainError('malformed', 'invalid_text', 'Text may hold neither NUL nor half a surrogate pair.');
}

export const tooLargeNumber = () =>
  new DomainError('malformed', 'invalid_number', 'A number is larger than JSON implementations can hold.');
