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

type Report = (detail: string) => void;

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const maxInList = 31;
const maxInterval = 999;
const maxCount = 1000;
const maxTimesADay = 24;

/** Numeric BY lists with their bounds; negative values of `signed` lists count from the end. */
const numberLists: Record<string, { list: Exclude<keyof ByLists, 'byDay'>; min: number; max: number; signed?: true }> =
  {
    BYMONTH: { list: 'byMonth', min: 1, max: 12 },
    BYWEEKNO: { list: 'byWeekNo', min: 1, max: 53, signed: true },
    BYYEARDAY: { list: 'byYearDay', min: 1, max: 366, signed: true },
    BYMONTHDAY: { list: 'byMonthDay', min: 1, max: 31, signed: true },
    BYHOUR: { list: 'byHour', min: 0, max: 23 },
    BYMINUTE: { list: 'byMinute', min: 0, max: 59 },
    BYSECOND: { list: 'bySecond', min: 0, max: 60 },
    BYSETPOS: { list: 'bySetPos', min: 1, max: 366, signed: true },
  };
const names = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', ...Object.keys(numberLists)];

/** RFC 5545, but stricter: only known parts, each once and within bounds. Throws every fault, at /rrule. */
export function parseRecurrence(text: string): Recurrence {
  const faults = new Faults();
  const report: Report = (detail) => void faults.expect(false, 'rrule', 'invalid_rrule', detail);
  const lines = text.trim().split(/\r?\n/);
  if (lines.length > 2) report('At most a DTSTART line and the rule are taken.');
  const start = lines.length > 1 ? parseStart(lines[0]!, report) : null;
  const parts = splitParts(lines.at(-1)!.replace(/^RRULE:/i, ''), report);
  const rule = readParts(parts, report);
  checkTogether(rule, parts, report);
  faults.throwIfAny();
  return { start, rule };
}

function splitParts(text: string, report: Report): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [, name = '', value = ''] = /^([A-Z-]+)=(.+)$/.exec(part) ?? [];
    if (!name) report(`${quoted(part)} is no NAME=value.`);
    else if (!names.includes(name)) report(`${quoted(name)} is no part of a rule that is taken here.`);
    else if (parts.has(name)) report(`${name} is given twice.`);
    else parts.set(name, value);
  }
  return parts;
}

function readParts(parts: Map<string, string>, report: Report): RecurrenceRule {
  const freq = parts.get('FREQ') as Frequency;
  if (!frequencies.includes(freq)) report(`FREQ must be one of ${frequencies.join(', ')}.`);
  const wkst = parts.get('WKST') ?? 'MO';
  if (!weekdays.includes(wkst)) report(`WKST must be one of ${weekdays.join(', ')}.`);
  const until = parts.get('UNTIL');
  return {
    freq,
    interval: numberOf(parts, 'INTERVAL', maxInterval, report) ?? 1,
    count: numberOf(parts, 'COUNT', maxCount, report),
    until: until === undefined ? null : parseUntil(until, report),
    weekStart: weekdays.indexOf(wkst),
    ...(Object.fromEntries(
      Object.entries(numberLists).map(([name, { list }]) => [list, numbersOf(parts, name, report)]),
    ) as unknown as Omit<ByLists, 'byDay'>),
    byDay: weekdaysOf(parts.get('BYDAY'), report),
  };
}

function numberOf(parts: Map<string, string>, name: string, max: number, report: Report): number | null {
  const value = parts.get(name);
  if (value === undefined) return null;
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max) report(`${name} must be a whole number from 1 to ${max}.`);
  return number;
}

function numbersOf(parts: Map<string, string>, name: string, report: Report): number[] {
  const { min, max, signed } = numberLists[name]!;
  const form = signed ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/;
  const items = itemsOf(name, parts.get(name), report);
  const fit = items.every((item) => form.test(item) && Math.abs(Number(item)) >= min && Math.abs(Number(item)) <= max);
  if (!fit) report(`${name} takes numbers from ${min} to ${max}${signed ? ', also negative' : ''}.`);
  return [...new Set(items.map(Number))].sort((a, b) => a - b);
}

function weekdaysOf(value: string | undefined, report: Report): Weekday[] {
  const items = itemsOf('BYDAY', value, report).map((item) => {
    const [, ordinal = '0', name = ''] = /^([+-]?(?:[1-9]|[1-4]\d|5[0-3]))?([A-Z]{2})$/.exec(item) ?? [];
    return { ordinal: Number(ordinal), weekday: weekdays.indexOf(name) };
  });
  if (items.some(({ weekday }) => weekday < 0)) report('BYDAY takes weekdays such as MO, 2TU or -1FR.');
  return items;
}

function itemsOf(name: string, value: string | undefined, report: Report): string[] {
  const items = value?.split(',') ?? [];
  if (items.length > maxInList) report(`${name} takes at most ${maxInList} values.`);
  return items;
}

/** Valid parts in combinations that RFC 5545 forbids. */
function checkTogether({ freq, ...rule }: RecurrenceRule, parts: Map<string, string>, report: Report): void {
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
  for (const [holds, detail] of forbidden) if (holds) report(detail);
}

const choosesAny = (parts: Map<string, string>) =>
  [...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS');

const timesADay = ({ byHour, byMinute, bySecond }: Pick<ByLists, 'byHour' | 'byMinute' | 'bySecond'>) =>
  [byHour, byMinute, bySecond].reduce((product, list) => product * Math.max(1, list.length), 1);

const quoted = (text: string) => JSON.stringify(text.slice(0, 40));
