import { dayMillis, isKnownZone, type WallTime } from '../core/wall-clock.js';
import { civilOf, dayOf, dayOfWall } from './calendar-day.js';
import type { RecurrenceStart, Until } from './recurrence-rule.js';

/** With its zone, as an instant in UTC, as a date, or as a time of no zone. */
const startForms = [
  /^DTSTART;TZID=(?<zone>[^;:]+):(?<date>\d{8})T(?<time>\d{6})$/i,
  /^DTSTART:(?<date>\d{8})T(?<time>\d{6})(?<utc>Z?)$/i,
  /^DTSTART;VALUE=DATE:(?<date>\d{8})$/i,
];
const untilForm = /^(\d{8})(?:T(\d{6})Z)?$/;
const earliestYear = 1900;

export function parseStart(line: string, complain: (detail: string) => void): RecurrenceStart | null {
  const parts = startForms.map((form) => form.exec(line)?.groups).find((groups) => groups !== undefined);
  const wall = parts ? wallOf(parts.date!, parts.time) : null;
  if (!parts || wall === null) {
    complain(
      'The line before the rule must be like DTSTART;TZID=Europe/Berlin:20260131T090000, with a date that exists.',
    );
    return null;
  }
  const zone = parts.utc ? 'UTC' : (parts.zone ?? null);
  if (zone !== null && !isKnownZone(zone)) complain(`${JSON.stringify(zone.slice(0, 64))} is no time zone.`);
  if (civilOf(dayOfWall(wall)).year < earliestYear) complain(`DTSTART must not be before ${earliestYear}.`);
  return { wall, isDate: parts.time === undefined, zone };
}

/** A date, which counts as a whole, or an instant in UTC. */
export function parseUntil(text: string, complain: (detail: string) => void): Until | null {
  const [whole, date = '', time] = untilForm.exec(text) ?? [];
  const wall = whole === undefined ? null : wallOf(date, time);
  if (wall === null) complain('UNTIL must be a date such as 20261231 or an instant such as 20261231T225959Z.');
  if (wall === null) return null;
  return time === undefined ? { day: wall / dayMillis } : { instant: new Date(wall) };
}

/** Undefined dates such as 30 February and times such as 25:00 give null. */
function wallOf(date: string, time = '000000'): WallTime | null {
  const part = (text: string, from: number, to: number) => Number(text.slice(from, to));
  const [year, month, dayOfMonth] = [part(date, 0, 4), part(date, 4, 6), part(date, 6, 8)] as const;
  const [hour, minute, second] = [part(time, 0, 2), part(time, 2, 4), part(time, 4, 6)] as const;
  const day = dayOf(year, month, dayOfMonth);
  const exists = month >= 1 && month <= 12 && civilOf(day).date === dayOfMonth && year > 0;
  if (!exists || hour > 23 || minute > 59 || second > 60) return null;
  return day * dayMillis + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000;
}
