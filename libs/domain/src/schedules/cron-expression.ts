import { Cron } from 'croner';

const nicknames = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);
const part = String.raw`(?:\*|[a-z]{3}|\d{1,2})(?:-(?:[a-z]{3}|\d{1,2}))?(?:\/\d{1,2})?`;
const field = new RegExp(String.raw`^${part}(?:,${part}){0,59}$`, 'i');
const fiveYearsMillis = 5 * 365.25 * 86_400_000;

/**
 * Five fields, or a nickname such as `@daily`, in a time zone. Around a change of the clocks it does as Vixie cron does: a time
 * that the change skips comes right after it, a repeated time comes once, and where minute or hour begin with `*` the clock
 * on the wall is followed as it is.
 */
export class CronExpression {
  private constructor(private readonly cron: Cron) {}

  /** Undefined when it is no such expression, or means no date within five years. */
  static parse(text: string, zone: string, now = new Date()): CronExpression | undefined {
    const fields = (nicknames.get(text.trim().toLowerCase()) ?? text).trim().split(/\s+/);
    if (fields.length !== 5 || !fields.every((one) => field.test(one))) return undefined;
    try {
      const pattern = fields.map(withoutSteppedRanges).join(' ');
      const cron = new CronExpression(
        new Cron(pattern, { timezone: zone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true }),
      );
      return cron.next(now) ? cron : undefined;
    } catch {
      return undefined;
    }
  }

  /** The first time strictly after an instant; undefined when there is none within five years. */
  next(after: Date): Date | undefined {
    const next = this.cron.nextRun(after);
    return next && next.getTime() - after.getTime() <= fiveYearsMillis ? next : undefined;
  }

  /** The times after an instant up to another, that one included. */
  between(after: Date, until: Date): Date[] {
    const times: Date[] = [];
    for (let at = this.next(after); at && at <= until; at = this.next(at)) times.push(at);
    return times;
  }
}

/** To croner any step is a wildcard; to Vixie cron `8-18/2` is the list 8,10,…,18 and only a leading `*` is one. */
const withoutSteppedRanges = (one: string) =>
  one.replace(/(\d{1,2})-(\d{1,2})\/([1-9]\d?)(?=,|$)/g, (whole, from: string, to: string, step: string) => {
    const list: number[] = [];
    for (let n = Number(from); n <= Number(to); n += Number(step)) list.push(n);
    return list.length ? list.join(',') : whole;
  });
