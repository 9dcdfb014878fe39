import { civilOf, type Day, dayMillis, dayOf, dayOfWall, lastDay, timeOfWall, type WallTime } from './calendar-day.js';
import { RecurrenceDays } from './recurrence-days.js';
import type { Frequency, RecurrenceRule } from './recurrence-rule.js';

/** Days and times looked at for one answer; at a tenth of a microsecond each nobody notices. The days from 1900 to beyond 2060 fit in. */
export const mostSteps = 60_000;

export interface SeriesStart {
  wall: WallTime;
  /** True when the series goes by days and has no times. */
  isAllDay: boolean;
  /** Occurrences that the series had before it was given this start; they count towards COUNT. */
  before: number;
}

/** The occurrences of a rule, as clocks on the wall show them, in order and found with a bounded number of steps. */
export class Occurrences {
  /** Days and times looked at so far. */
  steps = 0;
  private readonly days: RecurrenceDays;
  private readonly times: number[];

  constructor(
    private readonly rule: RecurrenceRule,
    private readonly start: SeriesStart,
  ) {
    this.days = new RecurrenceDays(rule, dayOfWall(start.wall));
    this.times = start.isAllDay ? [0] : timesOf(rule, timeOfWall(start.wall));
  }

  /** Those from one wall time to another, both included; UNTIL is for the caller to heed, since it may be an instant. */
  *between(from: WallTime, to: WallTime): Generator<WallTime> {
    const { rule, start } = this;
    let left = (rule.count ?? Infinity) - start.before;
    const first = rule.count === null ? this.periodOf(dayOfWall(from)) : 0;
    for (let period = first; left > 0; period++) {
      const set = this.setOf(period, dayOfWall(to));
      if (!set) return;
      // The start counts as the first occurrence even where the rule does not name it (RFC 5545, 3.8.5.3).
      if (period === 0 && set[0] !== start.wall) left--;
      yield* set.slice(0, left).filter((wall) => wall >= from && wall <= to);
      left -= set.length;
    }
  }

  /** The wall times of one period from the start on; undefined beyond the last day, and when the steps are spent. */
  private setOf(period: number, last: Day): WallTime[] | undefined {
    const { freq, interval, weekStart, bySetPos } = this.rule;
    const unit = unitOf(dayOfWall(this.start.wall), freq, weekStart) + period * interval;
    const [first, end] = [firstDayOf(unit, freq, weekStart), firstDayOf(unit + 1, freq, weekStart)];
    if (first > Math.min(last, lastDay) || this.steps > mostSteps) return undefined;
    const walls: WallTime[] = [];
    for (let day = first; day < Math.min(end, lastDay + 1); day++) {
      const times = this.days.fits(day) ? this.times : [];
      for (const time of times) walls.push(day * dayMillis + time);
      this.steps += 1 + times.length;
    }
    if (walls.length === 0) return walls;
    const chosen = bySetPos.length ? positions(bySetPos, walls.length).map((index) => walls[index]!) : walls;
    return chosen.filter((wall) => wall >= this.start.wall);
  }

  /** The number of the first period that may hold the day or a later one. */
  private periodOf(day: Day): number {
    const { freq, interval, weekStart } = this.rule;
    const start = unitOf(dayOfWall(this.start.wall), freq, weekStart);
    return Math.max(0, Math.ceil((unitOf(day, freq, weekStart) - start) / interval));
  }
}

/** Days, weeks, months and years are counted from a beginning of their own. */
function unitOf(day: Day, freq: Frequency, weekStart: number): number {
  if (freq === 'DAILY') return day;
  if (freq === 'WEEKLY') return Math.floor((day + 3 - weekStart) / 7);
  const { year, month } = civilOf(day);
  return freq === 'MONTHLY' ? year * 12 + month - 1 : year;
}

function firstDayOf(unit: number, freq: Frequency, weekStart: number): Day {
  if (freq === 'DAILY') return unit;
  if (freq === 'WEEKLY') return unit * 7 - 3 + weekStart;
  return freq === 'MONTHLY' ? dayOf(Math.floor(unit / 12), (unit % 12) + 1, 1) : dayOf(unit, 1, 1);
}

/** Times of a day in milliseconds; what the rule leaves open is as at the start. */
function timesOf({ byHour, byMinute, bySecond }: RecurrenceRule, start: number): number[] {
  const second = Math.floor(start / 1000);
  const given = (list: number[], otherwise: number) => (list.length ? list : [otherwise]);
  const [hours, minutes] = [given(byHour, Math.floor(second / 3600)), given(byMinute, Math.floor(second / 60) % 60)];
  const seconds = given(bySecond, second % 60).map((one) => Math.min(one, 59));
  const times = hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => ((h * 60 + m) * 60 + s) * 1000)));
  return [...new Set(times)].map((time) => time + (start % 1000));
}

/** Indexes that BYSETPOS picks from a list of that length, in order. */
const positions = (picked: readonly number[], length: number) =>
  [...new Set(picked.map((position) => (position > 0 ? position - 1 : length + position)))]
    .filter((index) => index >= 0 && index < length)
    .sort((a, b) => a - b);
