/** What instants of a second begin with, up to the point; many come out of the same few seconds. */
const beginnings = new Map<number, string>();
const mostBeginnings = 256;
const thousandths = Array.from({ length: 1000 }, (_, millis) => `${String(millis).padStart(3, '0')}Z`);

/** RFC 3339 in UTC with milliseconds, as `toISOString`, for which V8 takes most of a microsecond. Throws a RangeError for an invalid date. */
export function writtenInstant(at: Date): string {
  const millis = at.getTime();
  const second = Math.floor(millis / 1000);
  const known = beginnings.get(second);
  if (known !== undefined) return known + thousandths[millis - second * 1000]!;
  const text = at.toISOString();
  if (beginnings.size >= mostBeginnings) beginnings.clear();
  beginnings.set(second, text.slice(0, -4));
  return text;
}
