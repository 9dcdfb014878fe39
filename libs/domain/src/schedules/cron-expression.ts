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

/** Reading an expression and looking for its next time are costly, and many schedules have the same one in the same zone. */
const known = new Map<string, CronExpression>();
const maxKnown = 2000;

export interface ScheduledTime {
  scheduledFor: Date;
  /** RFC 3339 with the offset that the zone has then. */
  localTime: string;
}

/**
 * Five fields, or a nickname such as `@daily`, in a time zone. Around a change of the clocks it does as Vixie cron does: a
 * skipped time fires right after the change, a repeated time fires once; where minute or hour begin with `*`, it fires by the
 * wall clock, skipped times not at all and repeated ones twice. A day must fit both day fields where one begins with `*`, else
 * one of them.
 */
export class CronExpression {
  /** The latest answer of `next`, which is the same for every instant in between. */
  private latest: { after: Date; next: Date } | undefined;

  private constructor(
    /** Works on wall time, without a zone. */
    private readonly clock: Cron,
    private readonly zone: string,
    private readonly followsClock: boolean,
  ) {}

  /** Undefined when it is no such expression, or names no date within five years; reports every fault. */
  static parse(
    text: string,
    zone: string,
    { now = clock.now(), complain = () => undefined }: { now?: Date; complain?: (detail: string) => void } = {},
  ): CronExpression | undefined {
    let isSound = true;
    const fault = (detail: string) => {
      isSound = false;
      complain(detail);
    };
    const fields = cronFields(text, fault);
    if (!isKnownZone(zone)) fault(`${JSON.stringify(zone.slice(0, 64))} is no time zone.`);
    if (!isSound) return undefined;
    const cron = CronExpression.from(fields, zone);
    if (!cron.next(now)) fault('cron_expression means no date within five years.');
    return isSound ? cron : undefined;
  }

  /** One that was found to be sound before, as that of a schedule. */
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

  /** The first time strictly after an instant; undefined when there is none within five years. */
  next(after: Date): Date | undefined {
    if (this.latest && this.latest.after <= after && after < this.latest.next) return this.latest.next;
    const next = this.followsClock ? this.nextOnClock(after) : this.nextFixed(after);
    if (!next || next.getTime() - after.getTime() > fiveYearsMillis) return undefined;
    this.latest = { after, next };
    return next;
  }

  /** The next times from now on. */
  upcoming(count: number): ScheduledTime[] {
    const times: ScheduledTime[] = [];
    for (let at = this.next(clock.now()); at && times.length < count; at = this.next(at))
      times.push({ scheduledFor: at, localTime: localTime(at, this.zone) });
    return times;
  }

  /** The times after an instant up to another, that one included. */
  between(after: Date, until: Date): Date[] {
    const times: Date[] = [];
    for (let at = this.next(after); at && at <= until; at = this.next(at)) times.push(at);
    return times;
  }

  /** Each time once: the first of two instants; for a skipped time the end of the gap. */
  private nextFixed(after: Date): Date | undefined {
    const once = (wall: WallTime) => [instantsOf(wall, this.zone)[0] ?? this.endOfGap(wall)];
    return this.nextShown(wallTime(after, this.zone), after, once);
  }

  /** Every instant at which the clocks show such a time. */
  private nextOnClock(after: Date): Date | undefined {
    const next = this.nextShown(wallTime(after, this.zone), after);
    const back = this.setBackAfter(after);
    if (!back || (next && next < back)) return next;
    // The hour that the clocks show twice comes before the times after it.
    return this.nextShown(wallTime(back, this.zone) - 1, new Date(back.getTime() - 1));
  }

  private nextShown(from: WallTime, after: Date, instants = (wall: WallTime) => instantsOf(wall, this.zone)) {
    for (const wall of this.shown(from)) {
      const instant = instants(wall).find((one) => one > after);
      if (instant) return instant;
    }
    return undefined;
  }

  /** The fitting wall times after one, as if clocks were never changed. */
  private *shown(from: WallTime): Generator<WallTime> {
    for (let at = this.clock.nextRun(new Date(from)); at; at = this.clock.nextRun(at)) {
      if (at.getTime() - from > fiveYearsMillis + dayMillis) return;
      yield at.getTime();
    }
  }

  private endOfGap(wall: WallTime): Date {
    return changeBetween(new Date(wall - dayMillis), new Date(wall + dayMillis), this.zone);
  }

  /** When the clocks are set back within a day, if they are. */
  private setBackAfter(after: Date): Date | undefined {
    const until = new Date(after.getTime() + dayMillis);
    const isSetBack = offsetAt(until, this.zone) < offsetAt(after, this.zone);
    return isSetBack ? changeBetween(after, until, this.zone) : undefined;
  }
}

/** Collects every fault of an expression. */
export function expectCron(
  { cronExpression, timezone = 'UTC' }: { cronExpression?: string; timezone?: string },
  faults: Faults,
): void {
  const complain = (detail: string) => faults.expect(false, 'cron_expression', 'invalid_cron_expression', detail);
  if (cronExpression !== undefined) CronExpression.parse(cronExpression, timezone, { complain });
}
