import { invalid } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { dayMillis } from '../core/durations.js';
import { instantOf, wallTime, type WallTime } from './wall-clock.js';
import { dateText, type Day, dayFrom, dayOfWall, lastDay, timeOfWall } from './calendar-day.js';
import { Occurrences, type SeriesStart } from './occurrences.js';
import { parseRecurrence } from './recurrence-grammar.js';
import type { Recurrence } from './recurrence-rule.js';

/** The fields of whatever recurs that decide when it does. */
export interface Recurring {
  rrule: string | null;
  dueAt: Date | null;
  dueDate: string | null;
  startDate: string | null;
  /** Where its series began: a date, or a wall time in the series' zone. */
  seriesStart: string | null;
  seriesBefore: number;
  createdAt: Date;
}

/** One place in a series: the day it falls on and the instant, which for a whole day is its first. */
export interface Occurrence {
  day: Day;
  at: Date;
  isAllDay: boolean;
}

type Place = Omit<SeriesStart, 'before'>;

const withinYears = 5;
const yearDays = 366;
/** Clocks are put forward by no more than this. */
const maxGap = dayMillis;

/**
 * The series of something that recurs. It is computed in the zone of the rule, else of the tenant, else UTC. It starts at the rule's DTSTART,
 * else where that was when it was given the rule: at its due_at, due_date or start_date, else the day it was created. Series
 * of whole days use dates, which no zone shifts.
 */
export class Series {
  private constructor(
    private readonly recurring: Recurring,
    private readonly recurrence: Recurrence,
    readonly zone: string,
  ) {}

  /** Undefined for what has no rule. */
  static of(recurring: Recurring): Series | undefined {
    if (!recurring.rrule) return undefined;
    const recurrence = parseRecurrence(recurring.rrule);
    return new Series(recurring, recurrence, recurrence.start?.zone ?? (currentScope().timezone || 'UTC'));
  }

  /** The series start to store with what is just given its rule. */
  begin(): string {
    const { start, rule } = this.recurrence;
    const place = this.dated;
    if (start) {
      const isAllDay = place?.isAllDay ?? start.isDate;
      const time = start.isDate && place ? timeOfWall(place.wall) : timeOfWall(start.wall);
      return written({ wall: dayOfWall(start.wall) * dayMillis + time, isAllDay });
    }
    const isAllDay = rule.byHour.length + rule.byMinute.length + rule.bySecond.length === 0;
    const made = Math.floor(wallTime(this.recurring.createdAt, this.zone) / 1000) * 1000;
    return written(place ?? { wall: made, isAllDay });
  }

  /** True when the rule has a DTSTART: what is moved then does not move the series. */
  get hasStart(): boolean {
    return this.recurrence.start !== null;
  }

  /** Occurrences before the present one, for a COUNT that holds over the whole series. */
  get before(): number {
    if (this.recurrence.rule.count === null) return 0;
    const earlier = [...this.occurrences.between(-Infinity, this.place.wall - 1)].length;
    return this.start.before + earlier;
  }

  /** Its present day; the next occurrence's dates are shifted from it. */
  get day(): Day {
    return dayOfWall(this.place.wall);
  }

  /** The first occurrence after both the present one and `now`; undefined at the end of the series. */
  next(now: Date): Occurrence | undefined {
    return this.start.isAllDay ? this.nextDay(now) : this.nextInstant(now);
  }

  /** Refuses a rule without a date in the next years. The start of the series counts only if the rule names it. */
  mustOccur(now: Date): void {
    const latest = new Date(now);
    latest.setUTCFullYear(latest.getUTCFullYear() + withinYears);
    const from = wallTime(now, this.zone);
    const first = this.start.isAllDay ? dayOfWall(from) * dayMillis : from - maxGap;
    for (const wall of this.occurrences.between(first, Math.min(wallTime(latest, this.zone), this.last) + maxGap)) {
      const at = instantOf(wall, this.zone);
      const isToCome = this.start.isAllDay || at >= now;
      if (isToCome && at <= latest && !this.isOver(wall, at)) return;
    }
    const detail = `The rule means no date within ${withinYears} years.`;
    throw invalid([{ pointer: '/rrule', code: 'no_occurrence', detail }]);
  }

  private nextDay(now: Date): Occurrence | undefined {
    const today = dayOfWall(wallTime(now, this.zone));
    const after = Math.max(this.day, today) + 1;
    for (const wall of this.occurrences.between(after * dayMillis, farthest(after * dayMillis))) {
      const found = this.occurrenceAt(wall);
      return this.isOver(wall, found.at) ? undefined : found;
    }
    return undefined;
  }

  private nextInstant(now: Date): Occurrence | undefined {
    const after = new Date(Math.max(instantOf(this.place.wall, this.zone).getTime(), now.getTime()));
    const wall = wallTime(after, this.zone);
    const last = Math.min(farthest(wall), this.last + maxGap);
    let next: Occurrence | undefined;
    // Around a change of the clocks a time that comes later on the wall may be the earlier instant.
    for (const candidate of this.occurrences.between(wall - maxGap, last)) {
      if (next && candidate >= wallTime(next.at, this.zone)) break;
      const found = this.occurrenceAt(candidate);
      if (this.isOver(candidate, found.at)) continue;
      if (found.at > after && (!next || found.at < next.at)) next = found;
    }
    return next;
  }

  private isOver(wall: WallTime, at: Date): boolean {
    const { until } = this.recurrence.rule;
    if (!until) return false;
    return 'day' in until ? dayOfWall(wall) > until.day : at > until.instant;
  }

  /** The last wall time that UNTIL allows; inexact only around a change of the clocks. */
  private get last(): WallTime {
    const { until } = this.recurrence.rule;
    if (!until) return Infinity;
    return 'day' in until ? (until.day + 1) * dayMillis - 1 : wallTime(until.instant, this.zone);
  }

  private occurrenceAt(wall: WallTime): Occurrence {
    const { isAllDay } = this.start;
    return { day: dayOfWall(wall), at: instantOf(wall, this.zone), isAllDay };
  }

  /** Where it is; what has no dates is at the start. */
  private get place(): Place {
    return this.dated ?? this.start;
  }

  private get dated(): Place | undefined {
    const { dueAt, dueDate, startDate } = this.recurring;
    if (dueAt) return { wall: wallTime(dueAt, this.zone), isAllDay: false };
    const date = dueDate ?? startDate;
    return date ? { wall: dayFrom(date) * dayMillis, isAllDay: true } : undefined;
  }

  private get start(): SeriesStart {
    const text = this.recurring.seriesStart ?? this.begin();
    const isAllDay = !text.includes('T');
    const wall = isAllDay ? dayFrom(text) * dayMillis : Date.parse(`${text}Z`);
    return { wall, isAllDay, before: this.recurring.seriesBefore };
  }

  private get occurrences(): Occurrences {
    return new Occurrences(this.recurrence.rule, this.start);
  }
}

/** Ten years: the next leap day may be eight years off. */
const farthest = (wall: WallTime) => Math.min(wall + 10 * yearDays * dayMillis, (lastDay + 1) * dayMillis - 1);

const written = ({ wall, isAllDay }: Place) =>
  isAllDay ? dateText(dayOfWall(wall)) : new Date(wall).toISOString().slice(0, -1);
