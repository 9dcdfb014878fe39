import { Entity } from '../core/entity.js';
import { dayMillis } from '../core/durations.js';
import { CronExpression, type ScheduledTime } from './cron-expression.js';

/** `newest` is the time to start a run for; null when it is too long ago. All other times that have come were missed. */
interface DueTimes {
  newest: Date | null;
  missed: Date[];
}

/** Missed times before that are not recorded. */
const recordedMillis = 7 * dayMillis;

/** The times of a schedule: those of its cron expression, while it is enabled. */
export abstract class ScheduleCalendar extends Entity {
  cronExpression!: string;
  timezone!: string;
  enabled = true;
  /** The next time to fire at; null while disabled. */
  nextAt: Date | null = null;

  isDue(now: Date): boolean {
    return this.nextAt !== null && this.nextAt <= now;
  }

  /** Its times from `nextAt` up to now. */
  dueTimes(now: Date): DueTimes {
    const recordedFrom = new Date(now.getTime() - recordedMillis);
    const due = this.nextAt! > recordedFrom ? [this.nextAt!] : [];
    due.push(...this.cron.between(due[0] ?? recordedFrom, now));
    const newest = due.at(-1);
    if (!newest || now.getTime() - newest.getTime() > dayMillis) return { newest: null, missed: due };
    return { newest, missed: due.slice(0, -1) };
  }

  /** Sets `nextAt` to its first time after the instant; nothing while it is disabled. */
  planAfter(at: Date): void {
    if (this.enabled) this.nextAt = this.cron.next(at) ?? null;
  }

  /** Goes on to the time after the one that is due, which somebody else has seen to. */
  passOver(now: Date): void {
    if (this.isDue(now)) this.planAfter(this.nextAt!);
  }

  /** Its next ten times, whether or not it is enabled. */
  upcoming(): ScheduledTime[] {
    return this.cron.upcoming(10);
  }

  private get cron(): CronExpression {
    return CronExpression.known(this.cronExpression, this.timezone);
  }
}
