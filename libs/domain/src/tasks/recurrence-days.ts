import { civilOf, type Day, dayOf, weekdayOf } from './calendar-day.js';
import type { RecurrenceRule } from './recurrence-rule.js';

/** One month of the calendar; days are looked at one after the other, so that each is worked out once. */
interface Page {
  month: number;
  first: Day;
  /** The day behind its last. */
  end: Day;
  yearFirst: Day;
  yearEnd: Day;
}

/** Whether a day fits the day lists of a rule, once what the rule leaves open is taken from the day its series starts. */
export class RecurrenceDays {
  private readonly rule: RecurrenceRule;
  private page: Page;

  constructor(rule: RecurrenceRule, start: Day) {
    this.rule = { ...rule, ...fromStart(rule, start) };
    this.page = pageOf(start);
  }

  fits(day: Day): boolean {
    const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay } = this.rule;
    if (day < this.page.first || day >= this.page.end) this.page = pageOf(day);
    const { month, first, end, yearFirst, yearEnd } = this.page;
    return (
      (byMonth.length === 0 || byMonth.includes(month)) &&
      admits(byMonthDay, day - first + 1, end - first) &&
      admits(byYearDay, day - yearFirst + 1, yearEnd - yearFirst) &&
      (byWeekNo.length === 0 || this.isInNamedWeek(day)) &&
      (byDay.length === 0 || this.isNamedWeekday(day))
    );
  }

  private isNamedWeekday(day: Day): boolean {
    const { freq, byMonth, byDay } = this.rule;
    const { first, end, yearFirst, yearEnd } = this.page;
    const isOfMonth = freq === 'MONTHLY' || byMonth.length > 0;
    const nth = Math.floor((day - (isOfMonth ? first : yearFirst)) / 7) + 1;
    const nthFromEnd = -Math.floor(((isOfMonth ? end : yearEnd) - 1 - day) / 7) - 1;
    const weekday = weekdayOf(day);
    return byDay.some((named) => named.weekday === weekday && [0, nth, nthFromEnd].includes(named.ordinal));
  }

  /** Week 1 is the first with at least four days in the year (RFC 5545, 3.3.10). */
  private isInNamedWeek(day: Day): boolean {
    const { byWeekNo, weekStart } = this.rule;
    const middle = day - ((weekdayOf(day) - weekStart + 7) % 7) + 3;
    const { page } = this;
    const { yearFirst, yearEnd } = middle >= page.yearFirst && middle < page.yearEnd ? page : pageOf(middle);
    const week = Math.floor((middle - yearFirst) / 7) + 1;
    return admits(byWeekNo, week, week + Math.floor((yearEnd - 1 - middle) / 7));
  }
}

function pageOf(day: Day): Page {
  const { year, month } = civilOf(day);
  const [first, end] = [dayOf(year, month, 1), dayOf(year, month + 1, 1)];
  return { month, first, end, yearFirst: dayOf(year, 1, 1), yearEnd: dayOf(year + 1, 1, 1) };
}

/** Whether the `n`-th of `of` is in the list, from the front or from the end; an empty list leaves all in. */
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
