import { dayMillis } from '../core/durations.js';
import { isKnownZone, type WallTime } from './wall-clock.js';
import { civilOf, dayOfWall } from './calendar-day.js';
import type { RecurrenceStart, Until } from './recurrence-rule.js';

const startForms = [
  /^DTSTART;TZID=(?<zone>[^;:]+):(?<date>\d{8})T(?<time>\d{6})$/i,
  /^DTSTART:(?<date>\d{8})T(?<time>\d{6})(?<utc>Z?)$/i,
  /^DTSTART;VALUE=DATE:(?<date>\d{8})$/i,
];
const untilForm = /^(\d{8})(?:T(\d{6})Z)?$/;
const earliestYear = 1900;

export function parseStart(line: string, report: (detail: string) => void): RecurrenceStart | null {
  const parts = startForms.map((form) => form.exec(line)?.groups).find((groups) => groups !== undefined);
  const wall = parts ? wallOf(parts.date!, parts.time) : null;
  if (!parts || wall === null) {
    report(
      'The line before the rule must be like DTSTART;TZID=Europe/Berlin:20260131T090000, with a date that exists.',
    );
    return null;
  }
  const zone = parts.utc ? 'UTC' : (parts.zone ?? null);
  if (zone !== null && !isKnownZone(zone)) report(`${JSON.stringify(zone.slice(0, 64))} is no time zone.`);
  if (civilOf(dayOfWall(wall)).year < earliestYear) report(`DTSTART must not be before ${earliestYear}.`);
  return { wall, isDate: parts.time === undefined, zone };
}

/** A date, which includes the whole day, or an instant in UTC. */
export function parseUntil(text: string, report: (detail: string) => void): Until | null {
  const [match, date = '', time] = untilForm.exec(text) ?? [];
  const wall = match === undefined ? null : wallOf(date, time);
  if (wall === null) report('UNTIL must be a date such as 20261231 or an instant such as 20261231T225959Z.');
  if (wall === null) return null;
  return time === undefined ? { day: wall / dayMillis } : { instant: new Date(wall) };
}

/** Null for nonexistent dates and times; a leap second becomes the second before it. */
function wallOf(date: string, time = '000000'): WallTime | null {
  const text = `${date}${time.replace(/60$/, '59')}`.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6.000Z');
  const wall = Date.parse(text);
  const exists = !Number.isNaN(wall) && new Date(wall).toISOString() === text && !text.startsWith('0000');
  return exists ? wall : null;
}
