export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** The day at the start of a text, if it has the right form but does not exist, such as 2026-02-30. */
export function absentDay(text: string): string | undefined {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T.+)?$/i.exec(text) ?? [];
  return day && !isCalendarDate(day) ? day : undefined;
}

const instantForm =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const first = Date.parse('0001-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

/** Parses RFC 3339 in the years 1 to 9999 of UTC; a leap second counts as the following second. */
export function instantOf(value: string): Date | undefined {
  const text = value.toUpperCase();
  const [, day, , second] = instantForm.exec(text) ?? [];
  if (!day || !isCalendarDate(day)) return undefined;
  const isLeap = second === '60';
  const time = Date.parse(isLeap ? text.replace(/:60(?=[.Z+-])/, ':59') : text) + (isLeap ? 1000 : 0);
  return time >= first && time <= last ? new Date(time) : undefined;
}
