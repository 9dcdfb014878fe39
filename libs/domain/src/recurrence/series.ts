import { invalid } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { dayMillis } from '../core/durations.js';
import { instantOf, wallTime, type WallTime } from './wall-clock.js';
import { dateText, type Day, dayFrom, dayOfWall, lastDay, timeOfWall } from './calendar-day.js';
import { Occurrences, type SeriesStart } from './occurrences.js';
import { parseRecurrence } from './recurrence-grammar.js';
import type { Recurrence } from './recurrence-rule.js';

export interface Recurring {
  rrule: string | null;
  dueAt: Date | null;
  dueDate: string | null;
  startDate: string | null;
  seriesStart: string | null;
  seriesBefore: number;
  createdAt: Date;
}

/** For a whole day, `at` is its first instant. */
export interface Occurrence {
  day: Day;
  at: Date;
  isAllDay: boolean;
}

type Position = Omit<SeriesStart, 'before'>;

const withinYears = 5;
const yearDays = 366;
/** Upper limit of a gap when clocks are set forward. */
const maxGap = dayMillis;

/** Starts at DTSTART, else at due_at, due_date, start_date or creation; in the zone of the rule, else of the tenant. */
export class Series {
  private constructor(
    private readonly recurring: Recurring,
    private readonly recurrence: Recurrence,
    readonly zone: string,
  ) {}

  static of(recurring: Recurring): Series | undefined {
    if (!recurring.rrule) return undefined;
    const recurrence = parseRecurrence(recurring.rrule);
    return new Series(recurring, recurrence, recurrence.start?.zone ?? (currentScope().timezone || 'UTC'));
  }

  initialStart(): string {
    const { start, rule } = this.recurrence;
    const currentDate = this.currentDate;
    if (start) {
      const isAllDay = currentDate?.isAllDay ?? start.isDate;
      const time = start.isDate && currentDate ? timeOfWall(currentDate.wall) : timeOfWall(start.wall);
      return startText({ wall: dayOfWall(start.wall) * dayMillis + time, isAllDay });
    }
    const isAllDay = rule.byHour.length + rule.byMinute.length + rule.bySecond.length === 0;
    const createdAt = Math.floor(wallTime(this.recurring.createdAt, this.zone) / 1000) * 1000;
    return startText(currentDate ?? { wall: createdAt, isAllDay });
  }

  /** True when the rule has a DTSTART, so that new dates do not move the series. */
  get hasStart(): boolean {
    return this.recurrence.start !== null;
  }

  /** Number of occurrences before the current one, for a COUNT over the whole series. */
  get before(): number {
    if (this.recurrence.rule.count === null) return 0;
    const earlier = [...this.occurrences.between(-Infinity, this.position.wall - 1)].length;
    return this.start.before + earlier;
  }

  get day(): Day {
    return dayOfWall(this.position.wall);
  }

  /** The first occurrence after both the current one and `now`; undefined at the end of the series. */
  next(now: Date): Occurrence | undefined {
    return this.start.isAllDay ? this.nextDay(now) : this.nextInstant(now);
  }

  /** Refuses a rule without a date in the coming years. The start counts only if the rule matches it. */
  mustOccur(now: Date): void {
    const latest = new Date(now);
    latest.setUTCFullYear(latest.getUTCFullYear() + withinYears);
    const from = wallTime(now, this.zone);
    const first = this.start.isAllDay ? dayOfWall(from) * dayMillis : from - maxGap;
    for (const wall of this.occurrences.between(first, Math.min(wallTime(latest, this.zone), this.last) + maxGap)) {
      const at = instantOf(wall, this.zone);
      const isFuture = this.start.isAllDay || at >= now;
      if (isFuture && at <= latest && !this.isOver(wall, at)) return;
    }
    const detail = `The rule means no date within ${withinYears} years.`;
    throw invalid([{ pointer: '/rrule', code: 'no_occurrence', detail }]);
  }

  private nextDay(now: Date): Occurrence | undefined {
    const today = dayOfWall(wallTime(now, this.zone));
    const after = Math.max(this.day, today) + 1;
    for (const wall of this.occurrences.between(after * dayMillis, searchLimit(after * dayMillis))) {
      const found = this.occurrenceAt(wall);
      return this.isOver(wall, found.at) ? undefined : found;
    }
    return undefined;
  }

  private nextInstant(now: Date): Occurrence | undefined {
    const after = new Date(Math.max(instantOf(this.position.wall, this.zone).getTime(), now.getTime()));
    const wall = wallTime(after, this.zone);
    const last = Math.min(searchLimit(wall), this.last + maxGap);
    let next: Occurrence | undefined;
    // Around a clock change, a later wall time may be an earlier instant.
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

  /** The last wall time before UNTIL; imprecise only around a clock change. */
  private get last(): WallTime {
    const { until } = this.recurrence.rule;
    if (!until) return Infinity;
    return 'day' in until ? (until.day + 1) * dayMillis - 1 : wallTime(until.instant, this.zone);
  }

  private occurrenceAt(wall: WallTime): Occurrence {
    const { isAllDay } = this.start;
    return { day: dayOfWall(wall), at: instantOf(wall, this.zone), isAllDay };
  }

  private get position(): Position {
    return this.currentDate ?? this.start;
  }

  private get currentDate(): Position | undefined {
    const { dueAt, dueDate, startDate } = this.recurring;
    if (dueAt) return { wall: wallTime(dueAt, this.zone), isAllDay: false };
    const date = dueDate ?? startDate;
    return date ? { wall: dayFrom(date) * dayMillis, isAllDay: true } : undefined;
  }

  private get start(): SeriesStart {
    const text = this.recurring.seriesStart ?? this.initialStart();
    const isAllDay = !text.includes('T');
    const wall = isAllDay ? dayFrom(text) * dayMillis : Date.parse(`${text}Z`);
    return { wall, isAllDay, before: this.recurring.seriesBefore };
  }

  private get occurrences(): Occurrences {
    return new Occurrences(this.recurrence.rule, this.start);
  }
}

/** Ten years, since leap days can be eight years apart. */
const searchLimit = (wall: WallTime) => Math.min(wall + 10 * yearDays * dayMillis, (lastDay + 1) * dayMillis - 1);

const startText = ({ wall, isAllDay }: Position) =>
  isAllDay ? dateText(dayOfWall(wall)) : new Date(wall).toISOString().slice(0, -1);
