import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DomainError } from '../core/errors.js';
import { mostSteps, Occurrences } from './occurrences.js';
import { parseRecurrence } from './recurrence-grammar.js';

const wallOf = (text: string) => Date.parse(`${text}Z`);
const tenYears = 3660 * 86_400_000;

describe('no rule takes long', () => {
  /** The steps and the milliseconds to the first occurrence from now on; none for text that is no rule. */
  function effortOf(rule: string, start: string): { steps: number; millis: number } {
    const before = performance.now();
    let steps = 0;
    try {
      const place = { wall: wallOf(start), isAllDay: false, before: 0 };
      const occurrences = new Occurrences(parseRecurrence(rule).rule, place);
      const from = wallOf('2026-11-21T00:00:00');
      for (const _ of occurrences.between(from, from + tenYears)) break;
      steps = occurrences.steps;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    return { steps, millis: performance.now() - before };
  }
  const onePeriod = 366 * 25;

  it.each([
    'FREQ=HOURLY;INTERVAL=2;BYHOUR=1',
    'FREQ=DAILY;INTERVAL=0.5',
    'FREQ=DAILY;INTERVAL=-1',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;INTERVAL=999;BYMONTH=2;BYMONTHDAY=29;BYDAY=53MO',
    'FREQ=YEARLY;BYWEEKNO=53,-53;BYYEARDAY=200;BYMONTHDAY=31;COUNT=1000',
    'FREQ=DAILY;INTERVAL=7;BYDAY=SU;COUNT=1000',
    `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${[...Array(24).keys()].join()};BYSETPOS=366;COUNT=1000`,
  ])('%s ends', (rule) => {
    for (const start of ['0001-01-01T00:00:00', '1900-01-01T00:00:00', '2026-11-20T00:00:00', '9999-12-31T00:00:00'])
      expect(effortOf(rule, start).steps).toBeLessThan(mostSteps + onePeriod);
  });

  it('neither do two thousand made up', () => {
    const list = (values: fc.Arbitrary<unknown>) => fc.array(values, { minLength: 1, maxLength: 32 }).map(String);
    const number = (most: number) => fc.integer({ min: -2, max: most });
    const day = fc
      .tuple(fc.constantFrom('', '1', '-1', '5', '53', '-53'), fc.constantFrom('MO', 'TU', 'SU'))
      .map((parts) => parts.join(''));
    const parts = fc.record(
      {
        INTERVAL: number(1000),
        COUNT: number(1001),
        UNTIL: fc.constantFrom('20251231', '20301231T000000Z', '20270230'),
        BYMONTH: list(number(12)),
        BYMONTHDAY: list(number(31)),
        BYYEARDAY: list(number(366)),
        BYWEEKNO: list(number(53)),
        BYDAY: list(day),
        BYHOUR: list(number(23)),
        BYMINUTE: list(number(59)),
        BYSETPOS: list(number(366)),
        WKST: fc.constantFrom('MO', 'WE', 'SU', 'XX'),
      },
      { requiredKeys: [] },
    );
    const freq = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY');
    const start = fc.constantFrom('1900-01-01T00:00:00', '1999-12-31T23:59:59', '2026-11-20T09:00:00');
    const efforts: { steps: number; millis: number }[] = [];
    fc.assert(
      fc.property(freq, parts, start, (name, given, at) => {
        const rule = [`FREQ=${name}`, ...Object.entries(given).map(([part, value]) => `${part}=${String(value)}`)].join(
          ';',
        );
        efforts.push(effortOf(rule, at));
      }),
      { numRuns: 2000 },
    );
    expect(Math.max(...efforts.map(({ steps }) => steps))).toBeLessThan(mostSteps + onePeriod);
    const slow = efforts.filter(({ millis }) => millis > 50);
    // The machine may be busy with something else now and then; a rule that blocks would do so each time.
    expect(slow.length).toBeLessThan(20);
  });
});
