import { DomainError } from '@tandem/domain/core/errors';
import { instantOf } from '@tandem/platform/inputs/times';

/** RFC 3339 has no years of five digits. */
const lastSecond = Date.parse('9999-12-31T23:59:59Z') / 1000;

/** In UTC with microseconds, which a Date lacks; finer digits are rounded up, since the list has only older runs. */
export function cursorInstant(cursor: string): string {
  // An unescaped plus in a query string is decoded as a space.
  const text = cursor.replace(/ (?=\d\d:\d\d$)/, '+');
  const instant = instantOf(text);
  if (!instant) {
    const code = 'invalid_cursor';
    const detail = 'cursor must be an RFC 3339 instant, such as next_cursor of the previous page.';
    throw new DomainError('malformed', code, detail, { findings: [{ parameter: 'cursor', code, detail }] });
  }
  const digits = /\.(\d+)/.exec(text)?.[1] ?? '';
  const micros = Number(digits.slice(0, 6).padEnd(6, '0')) + (/[1-9]/.test(digits.slice(6)) ? 1 : 0);
  const second = Math.floor(instant.getTime() / 1000) + Math.floor(micros / 1_000_000);
  if (second > lastSecond) return 'infinity';
  const seconds = new Date(second * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(micros % 1_000_000).padStart(6, '0')}Z`;
}
