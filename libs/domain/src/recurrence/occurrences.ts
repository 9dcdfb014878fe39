import { dayMillis } from '../core/durations.js';
import type { WallTime } from './wall-clock.js';
import { civilOf, type Day, dayOf, dayOfWall, lastDay, timeOfWall } from './calendar-day.js';
import { RecurrenceDays } from './recurrence-days.js';
import type { Frequency, RecurrenceRule } from './recurrence-rule.js';

/** Limit of periods, days and times examined per search; each takes about 0.1 µs. */
export const maxSteps = 60_000;

export interface SeriesStart {
  wall: WallTime;
  isAllDay: boolean;
  /** Occurrences before this start that count towards COUNT. */
  before: number;
}

/** Occurrences of a rule in wall time, in order, found in a bounded number of steps. */
export class Occurrences {
  private ownSteps = 0;
  private readonly days: RecurrenceDays;
  private readonly times: number[];
  private readonly unit: number;
  /** BYSETPOS selects nothing from a period with fewer times. */
  private readonly minLength: number;

  constructor(
    private readonly rule: RecurrenceRule,
    private readonly start: SeriesStart,
  ) {
    this.minLength = rule.bySetPos.length ? Math.min(...rule.bySetPos.map(Math.abs)) : 1;
    this.unit = unitOf(dayOfWall(start.wall), rule.freq, rule.weekStart);
    this.days = new RecurrenceDays(rule, dayOfWall(start.wall));
    this.times = start.isAllDay ? [0] : timesOf(rule, timeOfWall(start.wall));
  }

  get steps(): number {
    return this.ownSteps + this.days.steps;
  }

  /** Both bounds are inclusive; the caller applies UNTIL, since it may be an instant. */
  *between(from: WallTime, to: WallTime): Generator<WallTime> {
    const { rule, start } = this;
    const last = Math.min(dayOfWall(to), lastDay);
    let left = (rule.count ?? Infinity) - start.before;
    let period = rule.count === null ? this.periodOf(dayOfWall(from)) : 0;
    while (left > 0 && period < Infinity && this.isPossible && this.steps <= maxSteps) {
      const first = this.firstOf(period);
      if (first > last) return;
      const end = this.firstOf(period, 1);
      const set = this.setOf(first, end);
      // The start counts as the first occurrence even if the rule does not match it (RFC 5545, 3.8.5.3).
      if (period === 0 && set[0] !== start.wall) left--;
      yield* set.slice(0, left).filter((wall) => wall >= from && wall <= to);
      left -= set.length;
      period = this.nextPeriod(end, last);
    }
  }

  /** False when BYSETPOS exceeds the size of every period. */
  private get isPossible(): boolean {
    return this.days.maxInPeriod * this.times.length >= this.minLength;
  }

  private firstOf(period: number, further = 0): Day {
    const { freq, interval, weekStart } = this.rule;
    return firstDayOf(this.unit + period * interval + further, freq, weekStart);
  }

  private setOf(first: Day, end: Day): WallTime[] {
    const { times } = this;
    const { bySetPos } = this.rule;
    const days = this.days.within(first, Math.min(end, lastDay + 1));
    const length = days.length * times.length;
    this.ownSteps++;
    if (length < this.minLength) return [];
    const chosen = bySetPos.length ? positions(bySetPos, length) : Array.from({ length }, (_, index) => index);
    this.ownSteps += chosen.length;
    return chosen
      .map((index) => days[Math.floor(index / times.length)]! * dayMillis + times[index % times.length]!)
      .filter((wall) => wall >= this.start.wall);
  }

  /** The number of the first period from `day` on with a matching day; Infinity if there is none up to `last`. */
  private nextPeriod(day: Day, last: Day): number {
    for (let at = this.days.from(day, last); at <= last && this.steps <= maxSteps; this.ownSteps++) {
      const period = this.periodOf(at);
      const first = this.firstOf(period);
      if (first <= at) return period;
      at = this.days.from(first, last);
    }
    return Infinity;
  }

  private periodOf(day: Day): number {
    const { freq, interval, weekStart } = this.rule;
    return Math.max(0, Math.ceil((unitOf(day, freq, weekStart) - this.unit) / interval));
  }
}

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

function timesOf({ byHour, byMinute, bySecond }: RecurrenceRule, start: number): number[] {
  const second = Math.floor(start / 1000);
  const orDefault = (list: number[], fallback: number) => (list.length ? list : [fallback]);
  const hours = orDefault(byHour, Math.floor(second / 3600));
  const minutes = orDefault(byMinute, Math.floor(second / 60) % 60);
  const seconds = orDefault(bySecond, second % 60).map((one) => Math.min(one, 59));
  const times = hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => ((h * 60 + m) * 60 + s) * 1000)));
  return [...new Set(times)].map((time) => time + (start % 1000));
}

const positions = (selected: readonly number[], length: number) =>
  [...new Set(selected.map((position) => (position > 0 ? position - 1 : length + position)))]
    .filter((index) => index >= 0 && index < length)
    .sort((a, b) => a - b);
