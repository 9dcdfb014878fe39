import type { WallTime } from './wall-clock.js';
import type { Day } from './calendar-day.js';

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** 0 is Monday. A nonzero `ordinal` selects the n-th in the month or year, counted from the end if negative. */
export interface Weekday {
  weekday: number;
  ordinal: number;
}

export interface ByLists {
  byMonth: number[];
  byWeekNo: number[];
  byYearDay: number[];
  byMonthDay: number[];
  byDay: Weekday[];
  byHour: number[];
  byMinute: number[];
  bySecond: number[];
  bySetPos: number[];
}

export type Until = { day: Day } | { instant: Date };

export interface RecurrenceRule extends ByLists {
  freq: Frequency;
  interval: number;
  count: number | null;
  until: Until | null;
  /** First day of the week; 0 is Monday. */
  weekStart: number;
}

export interface RecurrenceStart {
  wall: WallTime;
  isDate: boolean;
  zone: string | null;
}

export interface Recurrence {
  start: RecurrenceStart | null;
  rule: RecurrenceRule;
}
