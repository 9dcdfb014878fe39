/** Many rows have the same few instants: those of their transaction, and whole minutes. */
const known = new Map<number, string>();
const mostKnown = 256;

/** RFC 3339 in UTC with milliseconds, as `toISOString`, for which V8 takes most of a microsecond. Throws a RangeError for an invalid date. */
export function writtenInstant(at: Date): string {
  const millis = at.getTime();
  const before = known.get(millis);
  if (before !== undefined) return before;
  const text = at.toISOString();
  if (known.size >= mostKnown) known.clear();
  known.set(millis, text);
  return text;
}
