import { civilOf, type Day, dayOf, weekdayOf } from './calendar-day.js';
import type { RecurrenceRule } from './recurrence-rule.js';

interface Year {
  year: number;
  first: Day;
  end: Day;
  /** Equal for years with the same length and first weekday. */
  kind: number;
  /** Also distinguishes the lengths of adjacent years, since weeks cross years. */
  weekKind: number;
}

interface MonthOfYear extends Year {
  monthFirst: Day;
  /** Exclusive. */
  monthEnd: Day;
}

interface Matches {
  /** Days of the year, from 0, in order. */
  days: number[];
  /** Number of matching days before each day of the year and before the next year. */
  before: Int16Array;
}

/** The days that match a rule; missing parts of the rule default to those of its first day. */
export class RecurrenceDays {
  steps = 0;
  private readonly rule: RecurrenceRule;
  private readonly ordinals: number[][];
  private year: Year;
  private readonly matchesByKind = new Map<number, Matches>();

  constructor(rule: RecurrenceRule, start: Day) {
    this.rule = { ...rule, ...fromStart(rule, start) };
    this.ordinals = Array.from({ length: 7 }, (_, weekday) =>
      this.rule.byDay.filter((named) => named.weekday === weekday).map(({ ordinal }) => ordinal),
    );
    this.year = yearOf(start);
  }

  /** The first matching day from `day` on; Infinity if there is none up to `last`. */
  from(day: Day, last: Day): Day {
    for (let at = day; at <= last; at = this.year.end) {
      const { first } = this.goTo(at);
      const { days, before } = this.matchesIn(this.year);
      const next = days[before[at - first]!];
      if (next !== undefined) return first + next <= last ? first + next : Infinity;
      this.steps++;
    }
    return Infinity;
  }

  /** `end` is exclusive. */
  within(day: Day, end: Day): Day[] {
    const found: Day[] = [];
    for (let at = day; at < end; at = this.year.end) {
      const { first, end: yearEnd } = this.goTo(at);
      const { days, before } = this.matchesIn(this.year);
      const matches = days.slice(before[at - first], before[Math.min(end, yearEnd) - first]);
      found.push(...matches.map((index) => first + index));
    }
    return found;
  }

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

  private matchesIn(year: Year): Matches {
    const kind = this.rule.byWeekNo.length ? year.weekKind : year.kind;
    const known = this.matchesByKind.get(kind);
    if (known) return known;
    const days = monthsOf(year, this.rule.byMonth).flatMap((month) => this.matchesInMonth(month));
    const before = new Int16Array(year.end - year.first + 1);
    for (let index = 0, rank = 0; index < before.length; index++) {
      before[index] = rank;
      if (days[rank] === index) rank++;
    }
    const found = { days, before };
    this.matchesByKind.set(kind, found);
    return found;
  }

  private matchesInMonth(month: MonthOfYear): number[] {
    const days: number[] = [];
    for (let day = month.monthFirst; day < month.monthEnd; day++)
      if (this.isMatch(day, month)) days.push(day - month.first);
    return days;
  }

  private isMatch(day: Day, month: MonthOfYear): boolean {
    const { byMonthDay, byYearDay, byWeekNo, byDay } = this.rule;
    const { first, end, monthFirst, monthEnd } = month;
    this.steps++;
    return (
      admits(byMonthDay, day - monthFirst + 1, monthEnd - monthFirst) &&
      admits(byYearDay, day - first + 1, end - first) &&
      (byDay.length === 0 || this.isNamedWeekday(day, month)) &&
      (byWeekNo.length === 0 || this.isInNamedWeek(day, month))
    );
  }

  private isNamedWeekday(day: Day, { first, end, monthFirst, monthEnd }: MonthOfYear): boolean {
    const { freq, byMonth } = this.rule;
    const ordinals = this.ordinals[weekdayOf(day)]!;
    if (ordinals.length === 0) return false;
    const isOfMonth = freq === 'MONTHLY' || byMonth.length > 0;
    const nth = Math.floor((day - (isOfMonth ? monthFirst : first)) / 7) + 1;
    const nthFromEnd = -Math.floor(((isOfMonth ? monthEnd : end) - 1 - day) / 7) - 1;
    return ordinals.includes(0) || ordinals.includes(nth) || ordinals.includes(nthFromEnd);
  }

  /** Week 1 is the first with at least four days in the year (RFC 5545, 3.3.10). */
  private isInNamedWeek(day: Day, month: MonthOfYear): boolean {
    const { byWeekNo, weekStart } = this.rule;
    const middle = day - ((weekdayOf(day) - weekStart + 7) % 7) + 3;
    const { first, end } = middle >= month.first && middle < month.end ? month : yearOf(middle);
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

function monthsOf(year: Year, named: readonly number[]): MonthOfYear[] {
  const months = named.length ? named : Array.from({ length: 12 }, (_, index) => index + 1);
  return months.map((month) => ({
    ...year,
    monthFirst: dayOf(year.year, month, 1),
    monthEnd: dayOf(year.year, month + 1, 1),
  }));
}

/** True when the list is empty or contains the n-th of `of`, counted from either end. */
const admits = (list: readonly number[], n: number, of: number) =>
  list.length === 0 || list.includes(n) || list.includes(n - of - 1);

/** Missing days and months default to those of the start (RFC 5545, 3.3.10). */
function fromStart(rule: RecurrenceRule, start: Day): Partial<RecurrenceRule> {
  const { month, date } = civilOf(start);
  const byDay = [{ weekday: weekdayOf(start), ordinal: 0 }];
  if (rule.byDay.length || rule.byMonthDay.length || rule.byYearDay.length) return {};
  if (rule.freq === 'WEEKLY' || rule.byWeekNo.length) return { byDay };
  if (rule.freq === 'MONTHLY') return { byMonthDay: [date] };
  if (rule.freq === 'YEARLY') return { byMonthDay: [date], byMonth: rule.byMonth.length ? rule.byMonth : [month] };
  return {};
}
