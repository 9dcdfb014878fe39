import { Faults } from '../core/errors.js';
import { parseStart, parseUntil } from './recurrence-times.js';
import {
  type ByLists,
  frequencies,
  type Frequency,
  type Recurrence,
  type RecurrenceRule,
  type Weekday,
} from './recurrence-rule.js';

type Complain = (detail: string) => void;

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const maxInList = 31;
const maxInterval = 999;
const maxCount = 1000;
const maxTimesADay = 24;

/** Lists of numbers, with their bounds; `signed` ones count from the end where negative. */
const numberLists: Record<
  string,
  { list: Exclude<keyof ByLists, 'byDay'>; least: number; most: number; signed?: true }
> = {
  BYMONTH: { list: 'byMonth', least: 1, most: 12 },
  BYWEEKNO: { list: 'byWeekNo', least: 1, most: 53, signed: true },
  BYYEARDAY: { list: 'byYearDay', least: 1, most: 366, signed: true },
  BYMONTHDAY: { list: 'byMonthDay', least: 1, most: 31, signed: true },
  BYHOUR: { list: 'byHour', least: 0, most: 23 },
  BYMINUTE: { list: 'byMinute', least: 0, most: 59 },
  BYSECOND: { list: 'bySecond', least: 0, most: 60 },
  BYSETPOS: { list: 'bySetPos', least: 1, most: 366, signed: true },
};
const names = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', ...Object.keys(numberLists)];

/**
 * An RFC 5545 RRULE value, `RRULE:` before it or not, and a DTSTART line before that or not. Stricter than the RFC: nothing
 * but what is named here, each part once, and within bounds. Throws with every fault, at /rrule.
 */
export function parseRecurrence(text: string): Recurrence {
  const faults = new Faults();
  const complain: Complain = (detail) => void faults.expect(false, 'rrule', 'invalid_rrule', detail);
  const lines = text.trim().split(/\r?\n/);
  if (lines.length > 2) complain('At most a DTSTART line and the rule are taken.');
  const start = lines.length > 1 ? parseStart(lines[0]!, complain) : null;
  const parts = splitParts(lines.at(-1)!.replace(/^RRULE:/i, ''), complain);
  const rule = readParts(parts, complain);
  checkTogether(rule, parts, complain);
  faults.throwIfAny();
  return { start, rule };
}

function splitParts(text: string, complain: Complain): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [, name = '', value = ''] = /^([A-Z-]+)=(.+)$/.exec(part) ?? [];
    if (!name) complain(`${quoted(part)} is no NAME=value.`);
    else if (!names.includes(name)) complain(`${quoted(name)} is no part of a rule that is taken here.`);
    else if (parts.has(name)) complain(`${name} is given twice.`);
    else parts.set(name, value);
  }
  return parts;
}

function readParts(parts: Map<string, string>, complain: Complain): RecurrenceRule {
  const freq = parts.get('FREQ') as Frequency;
  if (!frequencies.includes(freq)) complain(`FREQ must be one of ${frequencies.join(', ')}.`);
  const wkst = parts.get('WKST') ?? 'MO';
  if (!weekdays.includes(wkst)) complain(`WKST must be one of ${weekdays.join(', ')}.`);
  const until = parts.get('UNTIL');
  return {
    freq,
    interval: numberOf(parts, 'INTERVAL', maxInterval, complain) ?? 1,
    count: numberOf(parts, 'COUNT', maxCount, complain),
    until: until === undefined ? null : parseUntil(until, complain),
    weekStart: weekdays.indexOf(wkst),
    ...(Object.fromEntries(
      Object.entries(numberLists).map(([name, { list }]) => [list, numbersOf(parts, name, complain)]),
    ) as unknown as Omit<ByLists, 'byDay'>),
    byDay: weekdaysOf(parts.get('BYDAY'), complain),
  };
}

function numberOf(parts: Map<string, string>, name: string, most: number, complain: Complain): number | null {
  const value = parts.get(name);
  if (value === undefined) return null;
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > most) complain(`${name} must be a whole number from 1 to ${most}.`);
  return number;
}

function numbersOf(parts: Map<string, string>, name: string, complain: Complain): number[] {
  const { least, most, signed } = numberLists[name]!;
  const form = signed ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/;
  const items = itemsOf(name, parts.get(name), complain);
  const fit = items.every(
    (item) => form.test(item) && Math.abs(Number(item)) >= least && Math.abs(Number(item)) <= most,
  );
  if (!fit) complain(`${name} takes numbers from ${least} to ${most}${signed ? ', also negative' : ''}.`);
  return [...new Set(items.map(Number))].sort((a, b) => a - b);
}

function weekdaysOf(value: string | undefined, complain: Complain): Weekday[] {
  const items = itemsOf('BYDAY', value, complain).map((item) => {
    const [, ordinal = '0', name = ''] = /^([+-]?(?:[1-9]|[1-4]\d|5[0-3]))?([A-Z]{2})$/.exec(item) ?? [];
    return { ordinal: Number(ordinal), weekday: weekdays.indexOf(name) };
  });
  if (items.some(({ weekday }) => weekday < 0)) complain('BYDAY takes weekdays such as MO, 2TU or -1FR.');
  return items;
}

function itemsOf(name: string, value: string | undefined, complain: Complain): string[] {
  const items = value?.split(',') ?? [];
  if (items.length > maxInList) complain(`${name} takes at most ${maxInList} values.`);
  return items;
}

/** Combinations of sound parts that RFC 5545 forbids. */
function checkTogether({ freq, ...rule }: RecurrenceRule, parts: Map<string, string>, complain: Complain): void {
  const hasOrdinal = rule.byDay.some(({ ordinal }) => ordinal !== 0);
  const has = (name: string) => parts.has(name);
  const forbidden: [boolean, string][] = [
    [has('COUNT') && has('UNTIL'), 'COUNT and UNTIL exclude each other.'],
    [has('BYWEEKNO') && freq !== 'YEARLY', 'BYWEEKNO is for FREQ=YEARLY only.'],
    [has('BYYEARDAY') && freq !== 'YEARLY', 'BYYEARDAY is for FREQ=YEARLY only.'],
    [has('BYMONTHDAY') && freq === 'WEEKLY', 'BYMONTHDAY is not for FREQ=WEEKLY.'],
    [hasOrdinal && !['MONTHLY', 'YEARLY'].includes(freq), 'Only MONTHLY and YEARLY rules count weekdays.'],
    [hasOrdinal && has('BYWEEKNO'), 'Weekdays of BYWEEKNO are not counted.'],
    [has('BYSETPOS') && !choosesAny(parts), 'BYSETPOS needs another BY part to choose from.'],
    [timesADay(rule) > maxTimesADay, `A rule names at most ${maxTimesADay} times a day.`],
  ];
  for (const [holds, detail] of forbidden) if (holds) complain(detail);
}

const choosesAny = (parts: Map<string, string>) =>
  [...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS');

const timesADay = ({ byHour, byMinute, bySecond }: Pick<ByLists, 'byHour' | 'byMinute' | 'bySecond'>) =>
  [byHour, byMinute, bySecond].reduce((product, list) => product * Math.max(1, list.length), 1);

const quoted = (text: string) => JSON.stringify(text.slice(0, 40));
