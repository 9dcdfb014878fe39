import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { CronExpression } from './cron-expression.js';

const minute = 60_000;
const day = 1440;

/** Local time of a zone for each minute of some days, in minutes since 1970. */
function clocks(zone: string, from: number, minutes: number): number[] {
  const shown = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return Array.from(
    { length: minutes },
    (_, i) => Date.parse(`${shown.format(from + i * minute).replace(' ', 'T')}Z`) / minute,
  );
}

type Field = { text: string; values: Set<number> };

const known = new Map<number, number[]>();

/** Minute, hour, date, month and weekday of a local time. */
function partsOf(wall: number): number[] {
  const at = new Date(wall * minute);
  const parts = known.get(wall) ?? [
    at.getUTCMinutes(),
    at.getUTCHours(),
    at.getUTCDate(),
    at.getUTCMonth() + 1,
    at.getUTCDay(),
  ];
  known.set(wall, parts);
  return parts;
}

/** Matches an expression against a local time, by crontab(5). */
function means(fields: Field[], wall: number): boolean {
  const parts = partsOf(wall);
  const fits = (index: number) => fields[index]!.values.has(parts[index]!);
  if (!fits(0) || !fits(1) || !fits(3)) return false;
  const isEither = ![2, 4].some((index) => fields[index]!.text.startsWith('*'));
  return isEither ? fits(2) || fits(4) : fits(2) && fits(4);
}

/**
 * Vixie cron, minute by minute: fixed jobs run when the clock first reaches or skips a minute, others for every minute
 * shown.
 */
function vixie(fields: Field[], shown: readonly number[]): number[] {
  const followsClock = fields[0]!.text.startsWith('*') || fields[1]!.text.startsWith('*');
  const runs: number[] = [];
  let latest = shown[0]!;
  for (let i = 1; i < shown.length; i++) {
    let isDue = followsClock && means(fields, shown[i]!);
    if (!followsClock) for (let wall = latest + 1; wall <= shown[i]!; wall++) isDue ||= means(fields, wall);
    if (isDue) runs.push(i);
    latest = Math.max(latest, shown[i]!);
  }
  return runs;
}

const range = (from: number, to: number, step = 1) =>
  new Set(Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step));

function field(from: number, to: number): fc.Arbitrary<Field> {
  const value = fc.integer({ min: from, max: to });
  const step = fc.integer({ min: 1, max: Math.min(30, to) });
  return fc.oneof(
    fc.constant({ text: '*', values: range(from, to) }),
    step.map((by) => ({ text: `*/${by}`, values: range(from, to, by) })),
    fc
      .uniqueArray(value, { minLength: 1, maxLength: 4 })
      .map((values) => ({ text: values.join(','), values: new Set(values) })),
    fc.tuple(value, value, step).map(([a, b, by]) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      return { text: `${low}-${high}/${by}`, values: range(low, high, by) };
    }),
  );
}

/** Hours around clock changes, in half of all cases. */
const nearHour = fc.oneof(
  field(0, 23),
  fc.constantFrom(0, 1, 2, 3, 22, 23).map((hour) => ({ text: `${hour}`, values: new Set([hour]) })),
);
const expression = fc.tuple(field(0, 59), nearHour, field(1, 31), field(1, 12), field(0, 6));
const everyDay = fc
  .tuple(field(0, 59), nearHour)
  .map((fields) => [...fields, ...['*', '*', '*'].map((text, i) => ({ text, values: range([1, 1, 0][i]!, 31) }))]);

const changes: [zone: string, day: string][] = [
  ['America/Nuuk', '2027-03-27'],
  ['America/Nuuk', '2027-10-30'],
  ['America/Scoresbysund', '2027-03-27'],
  ['America/Scoresbysund', '2027-10-30'],
  ['Europe/Berlin', '2027-03-28'],
  ['Europe/Berlin', '2027-10-31'],
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['Australia/Lord_Howe', '2027-04-03'],
  ['Australia/Lord_Howe', '2027-10-02'],
  ['Africa/Cairo', '2027-04-29'],
  ['Africa/Cairo', '2027-10-28'],
  ['America/Havana', '2027-03-14'],
  ['America/Havana', '2027-11-07'],
  ['Antarctica/Troll', '2027-03-28'],
  ['Antarctica/Troll', '2027-10-31'],
  ['Asia/Kolkata', '2027-03-28'],
];

describe('a cron expression around a clock change', () => {
  it.each(changes)('runs as Vixie cron does: %s, %s', (zone, date) => {
    const from = Date.parse(`${date}T00:00:00Z`);
    const shown = clocks(zone, from, 2 * day);
    const holds = (fields: Field[]) => {
      const text = fields.map((one) => one.text).join(' ');
      const cron = CronExpression.parse(text, zone, { now: new Date(from) });
      const until = new Date(from + (shown.length - 1) * minute);
      const times = cron ? cron.between(new Date(from), until) : [];
      expect([text, times.map((time) => (time.getTime() - from) / minute)]).toEqual([text, vixie(fields, shown)]);
    };
    fc.assert(fc.property(fc.oneof(expression, everyDay), holds), { seed: 11, numRuns: 25 });
  });
});

/** Derived by hand from the zones' rules: zone, clock change, expression, start, and the next times in UTC. */
const byHand = `
Europe/Berlin|skips 02:00 to 03:00|30 2 * * *|03-27T12:00|03-28T01:00 03-29T00:30
Europe/Berlin|skips 02:00 to 03:00|0 * * * *|03-27T23:30|03-28T00:00 03-28T01:00 03-28T02:00
Europe/Berlin|repeats 02:00 to 03:00|30 2 * * *|10-30T12:00|10-31T00:30 11-01T01:30
Europe/Berlin|repeats 02:00 to 03:00|*/30 2 * * *|10-30T23:50|
  10-31T00:00 10-31T00:30 10-31T01:00 10-31T01:30 11-01T01:00
America/New_York|skips 02:00 to 03:00|30 2 * * *|03-13T12:00|03-14T07:00 03-15T06:30
America/New_York|skips 02:00 to 03:00|*/20 2 * * *|03-13T12:00|03-15T06:00
America/New_York|repeats 01:00 to 02:00|15,45 1 * * *|11-06T12:00|11-07T05:15 11-07T05:45 11-08T06:15
America/New_York|repeats 01:00 to 02:00|*/30 1 * * *|11-07T04:59|
  11-07T05:00 11-07T05:30 11-07T06:00 11-07T06:30 11-08T06:00
Australia/Lord_Howe|skips 02:00 to 02:30|15 2 * * *|10-02T00:00|10-02T15:30 10-03T15:15
Australia/Lord_Howe|skips 02:00 to 02:30|45 2 * * *|10-02T00:00|10-02T15:45 10-03T15:45
Australia/Lord_Howe|repeats 01:30 to 02:00|45 1 * * *|04-03T00:00|04-03T14:45 04-04T15:15
Australia/Lord_Howe|repeats 01:30 to 02:00|*/15 1 * * *|04-03T14:20|
  04-03T14:30 04-03T14:45 04-03T15:00 04-03T15:15 04-04T14:30
America/Santiago|skips 00:00 to 01:00|@daily|09-04T12:00|09-05T04:00 09-06T03:00
America/Santiago|skips 00:00 to 01:00|30 0 * * 0|09-04T12:00|09-05T04:00 09-12T03:30
America/Santiago|repeats 23:00 to 00:00|30 23 * * *|04-03T12:00|04-04T02:30 04-05T03:30
America/Santiago|repeats 23:00 to 00:00|@daily|04-03T12:00|04-04T04:00 04-05T04:00
America/Santiago|repeats 23:00 to 00:00|*/30 23 * * *|04-04T01:50|
  04-04T02:00 04-04T02:30 04-04T03:00 04-04T03:30 04-05T03:00
Africa/Casablanca|skips 02:00 to 03:00|30 2 * * *|03-13T12:00|03-14T02:00 03-15T01:30
Africa/Casablanca|skips 02:00 to 03:00|0 2-4 * * *|03-13T12:00|03-14T02:00 03-14T03:00 03-15T01:00
Africa/Casablanca|repeats 02:00 to 03:00|30 2 * * *|02-06T12:00|02-07T01:30 02-08T02:30
Africa/Casablanca|repeats 02:00 to 03:00|*/30 2 * * *|02-07T00:50|
  02-07T01:00 02-07T01:30 02-07T02:00 02-07T02:30 02-08T02:00
`
  .trim()
  .split(/\n(?! )/)
  .map((row) => row.split('|'));

describe('a cron expression checked by hand, in 2027', () => {
  it.each(byHand)('%s, which %s: %s from %s', (...row) => {
    const [zone, , text, from, expected] = row as [string, string, string, string, string];
    const next = expected.trim().split(' ');
    const cron = CronExpression.parse(text, zone, { now: new Date(`2027-${from}Z`) })!;
    let at = new Date(`2027-${from}Z`);
    const found = next.map(() => (at = cron.next(at)!).toISOString().slice(5, 16));
    expect(found).toEqual(next);
  });

  it('previews local times with their offsets', () => {
    jest.useFakeTimers({ now: new Date('2027-10-30T23:50:00Z') });
    const shown = CronExpression.known('*/30 2 * * *', 'Europe/Berlin').upcoming(5);
    jest.useRealTimers();
    expect(shown.map(({ localTime }) => localTime)).toEqual([
      '2027-10-31T02:00:00+02:00',
      '2027-10-31T02:30:00+02:00',
      '2027-10-31T02:00:00+01:00',
      '2027-10-31T02:30:00+01:00',
      '2027-11-01T02:00:00+01:00',
    ]);
  });
});
