import { civilOf, type Day, dayOf, weekdayOf } from './calendar-day.js';
import type { RecurrenceRule } from './recurrence-rule.js';

interface Year {
  year: number;
  first: Day;
  /** The first day of the next one. */
  end: Day;
  /** Years of one kind begin on the same weekday and are as long. */
  kind: number;
  /** So are the years before and after them: weeks reach from one year into another. */
  weekKind: number;
}

/** One month of a year. */
interface Page extends Year {
  monthFirst: Day;
  /** The day behind its last. */
  monthEnd: Day;
}

/** The fitting days of a kind of year. */
interface Fitting {
  /** The day of the year of each, from 0, in order. */
  days: number[];
  /** How many of them are before each day of the year, and before the next year. */
  before: Int16Array;
}

/** The days that fit a rule; what the rule leaves open is taken from the day its series starts. */
export class RecurrenceDays {
  /** Days judged and years passed over so far. */
  steps = 0;
  private readonly rule: RecurrenceRule;
  /** The ordinals with which the rule names each weekday. */
  private readonly ordinals: number[][];
  private year: Year;
  private readonly fitting = new Map<number, Fitting>();

  constructor(rule: RecurrenceRule, start: Day) {
    this.rule = { ...rule, ...fromStart(rule, start) };
    this.ordinals = Array.from({ length: 7 }, (_, weekday) =>
      this.rule.byDay.filter((named) => named.weekday === weekday).map(({ ordinal }) => ordinal),
    );
    this.year = yearOf(start);
  }

  /** The first fitting day from a day on; Infinity when there is none up to the last. */
  from(day: Day, last: Day): Day {
    for (let at = day; at <= last; at = this.year.end) {
      const { first } = this.goTo(at);
      const { days, before } = this.fittingIn(this.year);
      const next = days[before[at - first]!];
      if (next !== undefined) return first + next <= last ? first + next : Infinity;
      this.steps++;
    }
    return Infinity;
  }

  /** The fitting days from one day to before another. */
  within(day: Day, end: Day): Day[] {
    const found: Day[] = [];
    for (let at = day; at < end; at = this.year.end) {
      const { first, end: yearEnd } = this.goTo(at);
      const { days, before } = this.fittingIn(this.year);
      const fitting = days.slice(before[at - first], before[Math.min(end, yearEnd) - first]);
      found.push(...fitting.map((index) => first + index));
    }
    return found;
  }

  /** An upper bound of the fitting days in one period of the rule. */
  get maxInPeriod(): number {
    const { freq, byMonthDay, byDay } = this.rule;
    const inWeek = this.ordinals.filter((ordinals) => ordinals.length).length;
    const inMonth = byDay.reduce((sum, { ordinal }) => sum + (ordinal === 0 ? 5 : 1), 0);
    const maxInMonth = Math.min(31, byMonthDay.length || 31, inMonth || 31);
    return { DAILY: 1, WEEKLY: inWeek, MONTHLY: maxInMonth, YEARLY: 366 }[freq];
  }

  private goTo(day: Day): Year {
    if (day < this.year.first || day >= this.year.end) this.year = yearOf(day);
    return this.year;
  }

  private fittingIn(year: Year): Fitting {
    const kind = this.rule.byWeekNo.length ? year.weekKind : year.kind;
    const known = this.fitting.get(kind);
    if (known) return known;
    const days = pagesOf(year, this.rule.byMonth).flatMap((page) => this.fittingOf(page));
    const before = new Int16Array(year.end - year.first + 1);
    for (let index = 0, rank = 0; index < before.length; index++) {
      before[index] = rank;
      if (days[rank] === index) rank++;
    }
    const found = { days, before };
    this.fitting.set(kind, found);
    return found;
  }

  private fittingOf(page: Page): number[] {
    const days: number[] = [];
    for (let day = page.monthFirst; day < page.monthEnd; day++) if (this.fits(day, page)) days.push(day - page.first);
    return days;
  }

  private fits(day: Day, page: Page): boolean {
    const { byMonthDay, byYearDay, byWeekNo, byDay } = this.rule;
    const { first, end, monthFirst, monthEnd } = page;
    this.steps++;
    return (
      admits(byMonthDay, day - monthFirst + 1, monthEnd - monthFirst) &&
      admits(byYearDay, day - first + 1, end - first) &&
      (byDay.length === 0 || this.isNamedWeekday(day, page)) &&
      (byWeekNo.length === 0 || this.isInNamedWeek(day, page))
    );
  }

  private isNamedWeekday(day: Day, { first, end, monthFirst, monthEnd }: Page): boolean {
    const { freq, byMonth } = this.rule;
    const ordinals = this.ordinals[weekdayOf(day)]!;
    if (ordinals.length === 0) return false;
    const isOfMonth = freq === 'MONTHLY' || byMonth.length > 0;
    const nth = Math.floor((day - (isOfMonth ? monthFirst : first)) / 7) + 1;
    const nthFromEnd = -Math.floor(((isOfMonth ? monthEnd : end) - 1 - day) / 7) - 1;
    return ordinals.includes(0) || ordinals.includes(nth) || ordinals.includes(nthFromEnd);
  }

  /** Week 1 is the first with at least four days in the year (RFC 5545, 3.3.10). */
  private isInNamedWeek(day: Day, page: Page): boolean {
    const { byWeekNo, weekStart } = this.rule;
    const middle = day - ((weekdayOf(day) - weekStart + 7) % 7) + 3;
    const { first, end } = middle >= page.first && middle < page.end ? page : yearOf(middle);
    const week = Math.floor((middle - first) / 7) + 1;
    return admits(byWeekNo, week, week + Math.floor((end - 1 - middle) / 7));
  }
}

function yearOf(day: Day): Year {
  const { year } = civilOf(day);
  const first = dayOf(year, 1, 1);
  const end = dayOf(year + 1, 1, 1);
  const kind = (end - first - 365) * 7 + weekdayOf(first);
  const neighbours = (first - dayOf(year - 1, 1, 1) - 365) * 2 + dayOf(year + 2, 1, 1) - end - 365;
  return { year, first, end, kind, weekKind: neighbours * 14 + kind };
}

/** The named months of a year; all of them when none is named. */
function pagesOf(year: Year, named: readonly number[]): Page[] {
  const months = named.length ? named : Array.from({ length: 12 }, (_, index) => index + 1);
  return months.map((month) => ({
    ...year,
    monthFirst: dayOf(year.year, month, 1),
    monthEnd: dayOf(year.year, month + 1, 1),
  }));
}

/** True when the list names the `n`-th of `of`, counted from the front or from the end, or is empty. */
const admits = (list: readonly number[], n: number, of: number) =>
  list.length === 0 || list.includes(n) || list.includes(n - of - 1);

/** Day and month that a rule does not name are those of the start (RFC 5545, 3.3.10). */
function fromStart(rule: RecurrenceRule, start: Day): Partial<RecurrenceRule> {
  const { month, date } = civilOf(start);
  const byDay = [{ weekday: weekdayOf(start), ordinal: 0 }];
  if (rule.byDay.length || rule.byMonthDay.length || rule.byYearDay.length) return {};
  if (rule.freq === 'WEEKLY' || rule.byWeekNo.length) return { byDay };
  if (rule.freq === 'MONTHLY') return { byMonthDay: [date] };
  if (rule.freq === 'YEARLY') return { byMonthDay: [date], byMonth: rule.byMonth.length ? rule.byMonth : [month] };
  return {};
}
