import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CronExpression } from './cron-expression.js';

const minute = 60_000;
const day = 1440;

/** What a zone's clocks show for each minute of some days, in minutes since 1970. */
function clocks(zone: string, from: number, minutes: number): number[] {
  const shown = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return Array.from(
    { length: minutes },
    (_, i) => Date.parse(`${shown.format(from + i * minute).replace(' ', 'T')}Z`) / minute,
  );
}

type Field = { text: string; values: Set<number> };

const known = new Map<number, number[]>();

/** Minute, hour, date, month and weekday of a time on the clocks. */
function partsOf(wall: number): number[] {
  const at = new Date(wall * minute);
  const parts = known.get(wall) ?? [
    ...[at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate()],
    ...[at.getUTCMonth() + 1, at.getUTCDay()],
  ];
  known.set(wall, parts);
  return parts;
}

/** The meaning of an expression for a time on the clocks, by crontab(5). */
function means(fields: Field[], wall: number): boolean {
  const parts = partsOf(wall);
  const fits = (place: number) => fields[place]!.values.has(parts[place]!);
  if (!fits(0) || !fits(1) || !fits(3)) return false;
  const isEither = ![2, 4].some((place) => fields[place]!.text.startsWith('*'));
  return isEither ? fits(2) || fits(4) : fits(2) && fits(4);
}

/** Vixie cron, minute by minute: fixed jobs run for every minute that the clocks come to for the first time, skipped ones included; others for every minute shown. */
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

/** Days around changes of the clocks, half of the hours near them. */
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

describe('a cron expression around a change of the clocks', () => {
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
