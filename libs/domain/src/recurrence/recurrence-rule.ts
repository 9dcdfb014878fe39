import type { WallTime } from './wall-clock.js';
import type { Day } from './calendar-day.js';

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** A weekday (0 is Monday), the `ordinal`-th of its month or year where that is not 0; negative ones count from the end. */
export interface Weekday {
  weekday: number;
  ordinal: number;
}

/** The BY… parts of a recurrence rule; empty where the rule has no such part. */
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

/** The last moment of a series: a day on the clocks of its zone, or an instant. */
export type Until = { day: Day } | { instant: Date };

/** The parts of an RFC 5545 RRULE. */
export interface RecurrenceRule extends ByLists {
  freq: Frequency;
  interval: number;
  count: number | null;
  until: Until | null;
  /** First day of the week; 0 is Monday. */
  weekStart: number;
}

/** The DTSTART of a rule; `zone` is null where the text names none. */
export interface RecurrenceStart {
  wall: WallTime;
  isDate: boolean;
  zone: string | null;
}

export interface Recurrence {
  start: RecurrenceStart | null;
  rule: RecurrenceRule;
}
