import { dayMillis } from '../core/durations.js';
import type { WallTime } from './wall-clock.js';

/** A calendar day as the number of days since 1970-01-01. */
export type Day = number;

export const lastDay: Day = Date.parse('9999-12-31') / dayMillis;

/** Months beyond 12 continue in the next year. */
export function dayOf(year: number, month: number, date: number): Day {
  return new Date(0).setUTCFullYear(year, month - 1, date) / dayMillis;
}

export function civilOf(day: Day) {
  const at = new Date(day * dayMillis);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** 0 is Monday. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7;

export const dayOfWall = (wall: WallTime): Day => Math.floor(wall / dayMillis);
export const timeOfWall = (wall: WallTime): number => wall - dayOfWall(wall) * dayMillis;

export const dayFrom = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / dayMillis;
export const dateText = (day: Day): string => new Date(day * dayMillis).toISOString().slice(0, 10);

export const shiftDate = (date: string, days: number): string => dateText(Math.min(dayFrom(date) + days, lastDay));
