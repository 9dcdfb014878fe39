import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DomainError } from '../core/errors.js';
import { maxSteps, Occurrences } from './occurrences.js';
import { parseRecurrence } from './recurrence-grammar.js';

const wallOf = (text: string) => Date.parse(`${text}Z`);
const tenYears = 3660 * 86_400_000;

const now = wallOf('2026-11-21T00:00:00');

/** Searches for the first occurrence from now on. */
function lookFor(rule: string, start: string) {
  const occurrences = new Occurrences(parseRecurrence(rule).rule, { wall: wallOf(start), isAllDay: false, before: 0 });
  const [first] = occurrences.between(now, now + tenYears);
  return { steps: occurrences.steps, first: first === undefined ? null : new Date(first).toISOString().slice(0, 16) };
}

describe('the effort for a rule', () => {
  /** The steps and the milliseconds of CPU time of the search; none for text that is not a rule. */
  function effortOf(rule: string, start: string): { steps: number; millis: number } {
    const before = process.cpuUsage();
    let steps = 0;
    try {
      ({ steps } = lookFor(rule, start));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    const { user, system } = process.cpuUsage(before);
    return { steps, millis: (user + system) / 1000 };
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
  ])('is bounded for %s', (rule) => {
    for (const start of ['0001-01-01T00:00:00', '1900-01-01T00:00:00', '2026-11-20T00:00:00', '9999-12-31T00:00:00'])
      expect(effortOf(rule, start).steps).toBeLessThan(maxSteps + onePeriod);
  });

  it('is bounded for two thousand random rules', () => {
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
    expect(Math.max(...efforts.map(({ steps }) => steps))).toBeLessThan(maxSteps + onePeriod);
    const slow = efforts.filter(({ millis }) => millis > 50);
    // Allows for noise from other load on the machine; a blocking rule would be slow each time.
    expect(slow.length).toBeLessThan(20);
  });

  const allDays = 'BYDAY=MO,TU,WE,TH,FR,SA,SU';
  const allHours = `BYHOUR=${[...Array(24).keys()].join()}`;

  it.each([
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29', '2028-02-29T00:00'],
    ['FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR', '2027-08-13T00:00'],
    ['FREQ=DAILY;BYMONTH=2;BYDAY=MO', '2027-02-01T00:00'],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=SU', null],
    ['FREQ=WEEKLY;BYMONTH=2;BYDAY=SU,MO;BYSETPOS=2', '2027-02-07T00:00'],
    ['FREQ=MONTHLY;BYDAY=5MO', '2026-11-30T00:00'],
    ['FREQ=MONTHLY;BYDAY=MO;BYHOUR=1,2;BYSETPOS=10', '2026-11-30T02:00'],
    ['FREQ=YEARLY;BYDAY=53MO', '2029-12-31T00:00'],
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO', '2026-12-28T00:00'],
    ['FREQ=YEARLY;BYYEARDAY=366;BYDAY=SU', '2028-12-31T00:00'],
    [`FREQ=YEARLY;${allDays};${allHours};BYSETPOS=366`, '2027-01-16T05:00'],
  ])('is small for %s from 1900 on', (rule, first) => {
    const found = lookFor(`${rule};COUNT=1000`, '1900-01-01T00:00:00');
    expect(found.first).toBe(first);
    expect(found.steps).toBeLessThan(15_000);
  });

  it.each([
    'FREQ=WEEKLY;BYDAY=SU,MO;BYSETPOS=3',
    'FREQ=WEEKLY;BYMONTH=2;BYDAY=SU,MO;BYHOUR=8,9;BYSETPOS=-5,5',
    'FREQ=DAILY;BYHOUR=1,2;BYSETPOS=3',
    'FREQ=MONTHLY;BYDAY=MO,2TU;BYSETPOS=7',
    'FREQ=MONTHLY;BYMONTHDAY=1,-1;BYSETPOS=3',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=2;BYYEARDAY=1',
  ])('is small for %s, which has no occurrence', (rule) => {
    for (const text of [rule, `${rule};COUNT=1000`])
      expect(lookFor(text, '1900-01-01T00:00:00')).toEqual({ first: null, steps: expect.any(Number) });
    expect(lookFor(`${rule};COUNT=1000`, '1900-01-01T00:00:00').steps).toBeLessThan(1000);
  });
});

it('occurrences are the same when read at once, in parts, or counted', () => {
  const some = (values: fc.Arbitrary<unknown>) => fc.uniqueArray(values, { minLength: 1, maxLength: 4 }).map(String);
  const parts = fc.record(
    {
      INTERVAL: fc.integer({ min: 1, max: 15 }),
      BYMONTH: some(fc.integer({ min: 1, max: 12 })),
      BYMONTHDAY: some(fc.constantFrom(1, 13, 29, 30, 31, -1, -30)),
      BYWEEKNO: some(fc.constantFrom(1, 20, 52, 53, -1, -53)),
      BYDAY: some(fc.constantFrom('MO', 'WE', 'FR', 'SU')),
      BYHOUR: some(fc.integer({ min: 0, max: 23 })),
      BYSETPOS: some(fc.constantFrom(1, 2, 5, 53, -1, -3)),
      WKST: fc.constantFrom('MO', 'WE', 'SU'),
    },
    { requiredKeys: [] },
  );
  const start = { wall: wallOf('1996-02-29T08:30:00'), isAllDay: false, before: 0 };
  const years = [1997, 2000, 2001, 2009, 2020, 2026].map((year) => wallOf(`${year}-05-17T12:00:00`));
  const end = years.at(-1)!;
  const freq = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY');
  fc.assert(
    fc.property(freq, parts, (name, given) => {
      const text = [`FREQ=${name}`, ...Object.entries(given).map(([part, value]) => `${part}=${value}`)].join(';');
      const read = (rule: string, from: number, to: number) => [
        ...new Occurrences(parseRecurrence(rule).rule, start).between(from, to),
      ];
      let all: number[] = [];
      try {
        all = read(text, start.wall, end);
      } catch (error) {
        if (error instanceof DomainError) return;
        throw error;
      }
      const parted = years.flatMap((to, index) => read(text, index ? years[index - 1]! + 1 : start.wall, to));
      expect(parted).toEqual(all);
      const counted = all[0] === start.wall ? 1000 : 999;
      expect(read(`${text};COUNT=1000`, -Infinity, end)).toEqual(all.slice(0, counted));
    }),
    { numRuns: 300 },
  );
});
