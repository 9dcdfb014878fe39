import { dayMillis } from '../core/durations.js';

/** Local time of a zone, in milliseconds since 1970-01-01T00:00 local time. */
export type WallTime = number;

const minuteMillis = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Limits the cache, since zone names in any letter case are accepted. */
const maxFormats = 1000;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  if (formats.size >= maxFormats) formats.clear();
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

export function wallTime(instant: Date, zone: string): WallTime {
  const time = instant.getTime();
  if (zone === 'UTC') return time;
  const shown: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(time)) shown[type] = Number(value);
  const day = new Date(0).setUTCFullYear(shown.year!, shown.month! - 1, shown.day);
  const seconds = (shown.hour! * 60 + shown.minute!) * 60 + shown.second!;
  return day + seconds * 1000 + (((time % 1000) + 1000) % 1000);
}

/** A skipped time is shifted by the length of the gap; a repeated time means its first instant (RFC 5545, 3.3.5). */
export function instantOf(wall: WallTime, zone: string): Date {
  return instantsOf(wall, zone)[0] ?? new Date(wall - offsetsAround(wall, zone)[0]);
}

export function instantsOf(wall: WallTime, zone: string): Date[] {
  const [before, after] = offsetsAround(wall, zone);
  const instants = [...new Set([before, after])].map((offset) => new Date(wall - offset));
  if (before === after) return instants;
  return instants.filter((instant) => wallTime(instant, zone) === wall);
}

/** The instant of the only clock change between two instants, to the minute. */
export function changeBetween(from: Date, until: Date, zone: string): Date {
  const offset = offsetAt(from, zone);
  let before = minuteOf(from);
  let after = minuteOf(until);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(new Date(middle * minuteMillis), zone) === offset) before = middle;
    else after = middle;
  }
  return new Date(after * minuteMillis);
}

const minuteOf = (instant: Date) => Math.floor(instant.getTime() / minuteMillis);

/** Milliseconds ahead of UTC. */
export const offsetAt = (instant: Date, zone: string): number => wallTime(instant, zone) - instant.getTime();

const offsetsAround = (wall: WallTime, zone: string) =>
  [-dayMillis, dayMillis].map((nearby) => offsetAt(new Date(wall + nearby), zone)) as [number, number];

/** RFC 3339 with offset: `2027-03-28T03:00:00+02:00`. */
export function localTime(instant: Date, zone: string): string {
  const offset = offsetAt(instant, zone);
  const shown = new Date(instant.getTime() + offset).toISOString().slice(0, 19);
  const ahead = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${shown}${offset < 0 ? '-' : '+'}${ahead}`;
}
