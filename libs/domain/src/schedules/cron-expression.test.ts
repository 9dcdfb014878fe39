import { describe, expect, it } from '@jest/globals';
import { isDoneWithin } from '@tandem/testing/processor-time';
import { CronExpression } from './cron-expression.js';

/** The first times after an instant, in UTC without seconds. */
const times = (text: string, zone: string, from: string, count: number) => {
  const cron = CronExpression.parse(text, zone, { now: new Date(from) })!;
  const found: string[] = [];
  for (let at = new Date(from); found.length < count; found.push(at.toISOString().slice(0, 16))) at = cron.next(at)!;
  return found;
};

const faultsOf = (text: string) => {
  const faults: string[] = [];
  CronExpression.parse(text, 'UTC', { report: (detail) => void faults.push(detail) });
  return faults;
};

describe('a cron expression', () => {
  it('has five fields or is a nickname', () => {
    const now = new Date('2026-11-21T00:00:00Z');
    const good = [
      '* * * * *',
      '*/15 9-17 * * mon-fri',
      '0 0 1,15 JAN *',
      '@daily',
      '@HOURLY',
      ' 5  4 * * 7 ',
      '0 8-18/2 * * *',
    ];
    for (const text of good)
      expect([text, CronExpression.parse(text, 'UTC', { now }) !== undefined]).toEqual([text, true]);
    const bad = [
      'constructor',
      ...[
        '',
        '* * * *',
        '* * * * * *',
        '0 0 0 1 1 * 2030',
        '@reboot',
        '@every 1m',
        '60 * * * *',
        '0 24 * * *',
        '0 0 0 * *',
      ],
      ...[
        '0 0 32 * *',
        '0 0 * 13 *',
        '0 0 * * 8',
        '*/0 * * * *',
        '5-1 * * * *',
        '0 0 L * *',
        '0 0 1W * *',
        '0 0 * * 1#2',
      ],
      ...[
        '? * * * *',
        '0 0 * * +1',
        'a b c d e',
        '-1 * * * *',
        '1.5 * * * *',
        '0 0 * * mon-fre',
        '2026-11-21T00:00:00Z',
      ],
    ];
    for (const text of bad) expect([text, CronExpression.parse(text, 'UTC', { now })]).toEqual([text, undefined]);
  });

  it.each([
    ['61 * * * *', 'minute takes 0 to 59, not "61".'],
    ['0 0 L * *', 'day takes 1 to 31, not "L".'],
    ['0 0 * 13 *', 'month takes 1 to 12 or jan to dec, not "13".'],
    ['0 9 * * Monday', 'weekday takes 0 to 7 or sun to sat, not "Monday": write mon.'],
    ['*/0 * * * *', 'minute takes steps from 1 to 60, not "*/0".'],
    ['0 */25 * * *', 'hour takes steps from 1 to 24, not "*/25".'],
    ['5/2 * * * *', 'minute takes steps of * or of a range, such as 0-59/2, not "5/2".'],
    ['5-1 * * * *', 'minute takes ranges that begin with the smaller value, not "5-1".'],
    ['1,,2 * * * *', 'minute takes *, values, ranges such as 0-59 and steps such as */2, not "".'],
    ['0-60/25 * * * *', 'minute takes 0 to 59, not "60".'],
    ['* * * * * *', 'this one has 6.'],
    ['@weekdays', 'There is no "@weekdays"; there are @yearly,'],
    ['0 0 30 2 *', 'cron_expression means no date within five years.'],
  ])('%s is refused for its very fault', (text, fault) => {
    expect(faultsOf(text)).toEqual([expect.stringContaining(fault)]);
  });

  it('reports all faults at once', () => {
    const named = faultsOf('61 25 32 foo funday').map((detail) => detail.split(' ')[0]);
    expect(named).toEqual(['minute', 'hour', 'day', 'month', 'weekday']);
    expect(faultsOf('* * * Jan-MAR sat-SUN')).toEqual([]);
  });

  it('is invalid without a date within five years', () => {
    expect(CronExpression.parse('0 0 30 2 *', 'UTC')).toBeUndefined();
    expect(CronExpression.parse('0 0 31 4,6,9,11 *', 'UTC')).toBeUndefined();
    expect(CronExpression.parse('0 0 29 2 *', 'UTC')).toBeDefined();
    expect(CronExpression.parse('0 0 29 2 *', 'UTC', { now: new Date('2096-03-01T00:00:00Z') })).toBeUndefined();
  });

  it('is evaluated quickly, whatever its text', () => {
    for (const text of ['0 0 30 2 *', '59 23 31 12 6', '0 0 29 2 1', '1-59/2,3,5,7 0-23/3 31 2,4,6 *'])
      expect(isDoneWithin(50, () => CronExpression.parse(text, 'America/New_York'))).toBe(true);
  });

  it('returns the same for an instant, whatever the calls before', () => {
    const from = Date.parse('2027-03-26T00:00:00Z');
    const random = (n: number) => new Date(from + ((n * 7919) % 5000) * 77_777);
    for (const text of ['30 2 * * *', '*/30 2 * * *', '15 1-3 * * sun', '@hourly'])
      for (let n = 0; n < 200; n++) {
        const next = CronExpression.known(text, 'Europe/Berlin').next(random(n));
        expect([n, next]).toEqual([
          n,
          CronExpression.parse(text, 'Europe/Berlin', { now: new Date(from) })!.next(random(n)),
        ]);
      }
  });

  describe('in Europe/Berlin', () => {
    const zone = 'Europe/Berlin';

    it('fires a skipped time once, right after the gap', () => {
      const day = ['2027-03-28T01:00', '2027-03-29T00:30', '2027-03-30T00:30'];
      expect(times('30 2 * * *', zone, '2027-03-27T12:00:00Z', 3)).toEqual(day);
      expect(times('0,30 2 * * *', zone, '2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:00', '2027-03-29T00:00']);
      expect(times('30 2 * * *', zone, '2027-03-28T01:00:00Z', 1)).toEqual(['2027-03-29T00:30']);
    });

    it('fires a repeated time once, at its first instant', () => {
      const day = ['2027-10-31T00:30', '2027-11-01T01:30'];
      expect(times('30 2 * * *', zone, '2027-10-30T12:00:00Z', 2)).toEqual(day);
      expect(times('30 2 * * *', zone, '2027-10-31T00:45:00Z', 1)).toEqual(['2027-11-01T01:30']);
      expect(times('30 2 * * *', zone, '2027-10-31T01:15:00Z', 1)).toEqual(['2027-11-01T01:30']);
    });

    it('follows the wall clock with a wildcard: not in the gap, and twice in the repeated hour', () => {
      const autumn = [
        '2027-10-31T00:00',
        '2027-10-31T00:30',
        '2027-10-31T01:00',
        '2027-10-31T01:30',
        '2027-11-01T01:00',
      ];
      expect(times('*/30 2 * * *', zone, '2027-10-30T23:50:00Z', 5)).toEqual(autumn);
      expect(times('30 * * * *', zone, '2027-10-30T23:50:00Z', 3)).toEqual([
        '2027-10-31T00:30',
        '2027-10-31T01:30',
        '2027-10-31T02:30',
      ]);
      expect(times('*/30 2 * * *', zone, '2027-03-27T23:50:00Z', 1)).toEqual(['2027-03-29T00:00']);
    });

    it('treats a stepped range as a list of fixed times, like Vixie cron', () => {
      expect(times('30 2-4/2 * * *', zone, '2027-10-30T23:50:00Z', 3)).toEqual([
        '2027-10-31T00:30',
        '2027-10-31T03:30',
        '2027-11-01T01:30',
      ]);
    });
  });

  it('fires a time in a gap before midnight right after it', () => {
    expect(times('0 23 27,28 3 *', 'America/Nuuk', '2027-03-27T00:00:00Z', 2)).toEqual([
      '2027-03-28T01:00',
      '2027-03-29T00:00',
    ]);
    expect(times('30 23 * 3 6', 'America/Nuuk', '2027-03-26T00:00:00Z', 1)).toEqual(['2027-03-28T01:00']);
    expect(times('30 23 * 3 6', 'America/Scoresbysund', '2027-03-26T00:00:00Z', 1)).toEqual(['2027-03-28T01:00']);
  });

  describe('in America/New_York', () => {
    const zone = 'America/New_York';

    it('fires a skipped time once, right after the gap', () => {
      expect(times('30 2 * * *', zone, '2027-03-13T12:00:00Z', 2)).toEqual(['2027-03-14T07:00', '2027-03-15T06:30']);
    });

    it('fires a repeated time once, or twice with a wildcard', () => {
      expect(times('30 1 * * *', zone, '2027-11-06T12:00:00Z', 2)).toEqual(['2027-11-07T05:30', '2027-11-08T06:30']);
      expect(times('30 * * * *', zone, '2027-11-07T05:00:00Z', 3)).toEqual([
        '2027-11-07T05:30',
        '2027-11-07T06:30',
        '2027-11-07T07:30',
      ]);
    });
  });
});
