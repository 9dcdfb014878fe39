import { Cron } from 'croner';
import { clock } from '../core/clock.js';
import type { Faults } from '../core/errors.js';
import { dayMillis } from '../core/durations.js';
import {
  changeBetween,
  instantsOf,
  isKnownZone,
  localTime,
  offsetAt,
  wallTime,
  type WallTime,
} from '../recurrence/wall-clock.js';
import { cronFields } from './cron-grammar.js';

const fiveYearsMillis = 5 * 365.25 * dayMillis;

/** Parsing and searching for the next time are expensive, and many schedules share an expression and zone. */
const known = new Map<string, CronExpression>();
const maxKnown = 2000;

export interface ScheduledTime {
  scheduledFor: Date;
  localTime: string;
}

/**
 * Five fields, or a nickname such as `@daily`. Clock changes are handled as in Vixie cron: a skipped time fires right
 * after the change and a repeated one once, unless minute or hour start with `*`. A day must match both day fields if
 * one starts with `*`, and otherwise either.
 */
export class CronExpression {
  /** The latest result of `next`, which holds for every instant in between. */
  private latest: { after: Date; next: Date } | undefined;

  private constructor(
    private readonly clock: Cron,
    private readonly zone: string,
    private readonly followsClock: boolean,
  ) {}

  /** Undefined for an invalid expression or one without a date within five years; reports every fault. */
  static parse(
    text: string,
    zone: string,
    { now = clock.now(), report = () => undefined }: { now?: Date; report?: (detail: string) => void } = {},
  ): CronExpression | undefined {
    let isValid = true;
    const fault = (detail: string) => {
      isValid = false;
      report(detail);
    };
    const fields = cronFields(text, fault);
    if (!isKnownZone(zone)) fault(`${JSON.stringify(zone.slice(0, 64))} is no time zone.`);
    if (!isValid) return undefined;
    const cron = CronExpression.from(fields, zone);
    if (!cron.next(now)) fault('cron_expression means no date within five years.');
    return isValid ? cron : undefined;
  }

  static known(text: string, zone: string): CronExpression {
    const name = `${zone} ${text}`;
    const found = known.get(name);
    if (found) return found;
    if (known.size >= maxKnown) known.clear();
    const cron = CronExpression.from(
      cronFields(text, () => undefined),
      zone,
    );
    known.set(name, cron);
    return cron;
  }

  private static from(fields: readonly string[], zone: string): CronExpression {
    const [minute, hour, day, , weekday] = fields.map((field) => field.startsWith('*'));
    const followsClock = minute! || hour!;
    const domAndDow = day! || weekday!;
    const clock = new Cron(fields.join(' '), { timezone: 'UTC', mode: '5-part', domAndDow, paused: true });
    return new CronExpression(clock, zone, followsClock);
  }

  /** The first time strictly after an instant, if within five years. */
  next(after: Date): Date | undefined {
    if (this.latest && this.latest.after <= after && after < this.latest.next) return this.latest.next;
    const next = this.followsClock ? this.nextOnClock(after) : this.nextFixed(after);
    if (!next || next.getTime() - after.getTime() > fiveYearsMillis) return undefined;
    this.latest = { after, next };
    return next;
  }

  upcoming(count: number): ScheduledTime[] {
    const times: ScheduledTime[] = [];
    for (let at = this.next(clock.now()); at && times.length < count; at = this.next(at))
      times.push({ scheduledFor: at, localTime: localTime(at, this.zone) });
    return times;
  }

  /** The start is exclusive, the end inclusive. */
  between(after: Date, until: Date): Date[] {
    const times: Date[] = [];
    for (let at = this.next(after); at && at <= until; at = this.next(at)) times.push(at);
    return times;
  }

  /** Each time once: a repeated time at its first instant, a skipped time at the end of the gap. */
  private nextFixed(after: Date): Date | undefined {
    const once = (wall: WallTime) => [instantsOf(wall, this.zone)[0] ?? this.endOfGap(wall)];
    return this.nextShown(wallTime(after, this.zone), after, once);
  }

  /** Every instant at which the local clock shows such a time. */
  private nextOnClock(after: Date): Date | undefined {
    const next = this.nextShown(wallTime(after, this.zone), after);
    const back = this.setBackAfter(after);
    if (!back || (next && next < back)) return next;
    // The repeated hour precedes later times.
    return this.nextShown(wallTime(back, this.zone) - 1, new Date(back.getTime() - 1));
  }

  private nextShown(from: WallTime, after: Date, instants = (wall: WallTime) => instantsOf(wall, this.zone)) {
    for (const wall of this.matchingTimes(from)) {
      const instant = instants(wall).find((one) => one > after);
      if (instant) return instant;
    }
    return undefined;
  }

  private *matchingTimes(from: WallTime): Generator<WallTime> {
    for (let at = this.clock.nextRun(new Date(from)); at; at = this.clock.nextRun(at)) {
      if (at.getTime() - from > fiveYearsMillis + dayMillis) return;
      yield at.getTime();
    }
  }

  private endOfGap(wall: WallTime): Date {
    return changeBetween(new Date(wall - dayMillis), new Date(wall + dayMillis), this.zone);
  }

  private setBackAfter(after: Date): Date | undefined {
    const until = new Date(after.getTime() + dayMillis);
    const isSetBack = offsetAt(until, this.zone) < offsetAt(after, this.zone);
    return isSetBack ? changeBetween(after, until, this.zone) : undefined;
  }
}

export function expectCron(
  { cronExpression, timezone = 'UTC' }: { cronExpression?: string; timezone?: string },
  faults: Faults,
): void {
  const report = (detail: string) => faults.expect(false, 'cron_expression', 'invalid_cron_expression', detail);
  if (cronExpression !== undefined) CronExpression.parse(cronExpression, timezone, { report });
}
