import { dayMillis, type WallTime } from './calendar-day.js';

const formats = new Map<string, Intl.DateTimeFormat>();
/** Names of zones are taken in any letter case, so there is no end of them. */
const mostFormats = 1000;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  if (formats.size >= mostFormats) formats.clear();
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { ...numeric, second: 'numeric', timeZone: zone, hourCycle: 'h23' });
  formats.set(zone, format);
  return format;
}

export function isKnownZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of the zone show at an instant. */
export function wallTime(instant: Date, zone: string): WallTime {
  const time = instant.getTime();
  if (zone === 'UTC') return time;
  const shown: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(time)) shown[type] = Number(value);
  const day = new Date(0).setUTCFullYear(shown.year!, shown.month! - 1, shown.day);
  const seconds = (shown.hour! * 60 + shown.minute!) * 60 + shown.second!;
  return day + seconds * 1000 + (((time % 1000) + 1000) % 1000);
}

/**
 * The instant at which the clocks of the zone show a time. One that they skip comes as much later as they are put forward;
 * of one that they show twice the first is meant (RFC 5545, 3.3.5).
 */
export function instantOf(wall: WallTime, zone: string): Date {
  const [before, after] = [-dayMillis, dayMillis].map((nearby) => {
    const close = new Date(wall + nearby);
    return new Date(wall - (wallTime(close, zone) - close.getTime()));
  }) as [Date, Date];
  if (before.getTime() === after.getTime()) return before;
  return [before, after].find((instant) => wallTime(instant, zone) === wall) ?? before;
}
