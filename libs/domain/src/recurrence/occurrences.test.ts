import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Occurrences } from './occurrences.js';
import { parseRecurrence } from './recurrence-grammar.js';

const wallOf = (text: string) => Date.parse(`${text}Z`);
const textOf = (wall: number) => new Date(wall).toISOString().slice(0, 19);
const make = (rule: string, start: string) =>
  new Occurrences(parseRecurrence(rule).rule, { wall: wallOf(start), isAllDay: false, before: 0 });
const years = (count: number) => count * 366 * 86_400_000;

/** The first occurrences from the start on, with UNTIL as a day. */
function first(count: number, rule: string, start: string, from = start): string[] {
  const { until } = parseRecurrence(rule).rule;
  const found: string[] = [];
  for (const wall of make(rule, start).between(wallOf(from), wallOf(from) + years(12))) {
    if (found.length === count || (until && 'day' in until && wall / 86_400_000 >= until.day + 1)) break;
    found.push(textOf(wall));
  }
  return found;
}

/** The examples of RFC 5545, 3.8.5.3, by days or more: rule, dates, start (by default 1997-09-02). */
const rfcExamples: [rule: string, dates: string, start?: string][] = [
  ['FREQ=DAILY;COUNT=10', '97-09-02 97-09-03 97-09-04 97-09-05 97-09-06 97-09-07 97-09-08 97-09-09 97-09-10 97-09-11'],
  ['FREQ=DAILY;INTERVAL=2', '97-09-02 97-09-04 97-09-06 97-09-08 97-09-10'],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '97-09-02 97-09-12 97-09-22 97-10-02 97-10-12'],
  ['FREQ=DAILY;UNTIL=20000131;BYMONTH=1', '98-01-01 98-01-02 98-01-03', '1998-01-01'],
  ['FREQ=YEARLY;UNTIL=20000131;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', '98-01-01 98-01-02 98-01-03', '1998-01-01'],
  ['FREQ=WEEKLY;COUNT=10', '97-09-02 97-09-09 97-09-16 97-09-23 97-09-30 97-10-07 97-10-14 97-10-21 97-10-28 97-11-04'],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '97-09-02 97-09-16 97-09-30 97-10-14'],
  [
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    '97-09-02 97-09-04 97-09-09 97-09-11 97-09-16 97-09-18 97-09-23 97-09-25 97-09-30 97-10-02',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971223;WKST=SU;BYDAY=MO,WE,FR',
    '97-09-01 97-09-03 97-09-05 97-09-15 97-09-17 97-09-19 97-09-29',
    '1997-09-01',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '97-09-02 97-09-04 97-09-16 97-09-18 97-09-30 97-10-02 97-10-14 97-10-16',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '97-09-05 97-10-03 97-11-07 97-12-05 98-01-02 98-02-06 98-03-06 98-04-03 98-05-01 98-06-05',
    '1997-09-05',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '97-09-07 97-09-28 97-11-02 97-11-30 98-01-04 98-01-25 98-03-01 98-03-29 98-05-03 98-05-31',
    '1997-09-07',
  ],
  ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '97-09-22 97-10-20 97-11-17 97-12-22 98-01-19 98-02-16', '1997-09-22'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '97-09-28 97-10-29 97-11-28 97-12-29 98-01-29 98-02-26', '1997-09-28'],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '97-09-02 97-09-15 97-10-02 97-10-15 97-11-02 97-11-15 97-12-02 97-12-15 98-01-02 98-01-15',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '97-09-30 97-10-01 97-10-31 97-11-01 97-11-30 97-12-01 97-12-31 98-01-01 98-01-31 98-02-01',
    '1997-09-30',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '97-09-10 97-09-11 97-09-12 97-09-13 97-09-14 97-09-15 99-03-10 99-03-11 99-03-12 99-03-13',
    '1997-09-10',
  ],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=TU', '97-09-02 97-09-09 97-09-16 97-09-23 97-09-30 97-11-04'],
  [
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '97-06-10 97-07-10 98-06-10 98-07-10 99-06-10 99-07-10 00-06-10 00-07-10 01-06-10 01-07-10',
    '1997-06-10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '97-03-10 99-01-10 99-02-10 99-03-10 01-01-10 01-02-10 01-03-10 03-01-10 03-02-10 03-03-10',
    '1997-03-10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '97-01-01 97-04-10 97-07-19 00-01-01 00-04-09 00-07-18 03-01-01 03-04-10 03-07-19 06-01-01',
    '1997-01-01',
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '97-05-19 98-05-18 99-05-17', '1997-05-19'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '97-05-12 98-05-11 99-05-17', '1997-05-12'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '97-03-13 97-03-20 97-03-27 98-03-05 98-03-12', '1997-03-13'],
  ['FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8', '97-06-05 97-06-12 97-06-19 97-06-26 97-07-03', '1997-06-05'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '98-02-13 98-03-13 98-11-13 99-08-13 00-10-13'],
  [
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '97-09-13 97-10-11 97-11-08 97-12-13 98-01-10 98-02-07',
    '1997-09-13',
  ],
  ['FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8', '96-11-05 00-11-07 04-11-02', '1996-11-05'],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '97-09-04 97-10-07 97-11-06', '1997-09-04'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '97-09-29 97-10-30 97-11-27 97-12-30 98-01-29', '1997-09-29'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '97-08-05 97-08-10 97-08-19 97-08-24', '1997-08-05'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '97-08-05 97-08-17 97-08-19 97-08-31', '1997-08-05'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '07-01-15 07-01-30 07-02-15 07-03-15 07-03-30', '2007-01-15'],
];

describe('the occurrences of a rule', () => {
  it.each(rfcExamples)('are those of RFC 5545 for %s', (rule, dates, start = '1997-09-02') => {
    const expected = dates.split(' ').map((date) => `${date < '90' ? 20 : 19}${date}T09:00:00`);
    const isComplete = rule.includes('COUNT=') && expected.length === Number(/COUNT=(\d+)/.exec(rule)![1]);
    expect(first(isComplete ? 99 : expected.length, rule, `${start}T09:00:00`)).toEqual(expected);
  });

  it.each([
    ['FREQ=MONTHLY', '2027-01-31', '2027-01-31 2027-03-31 2027-05-31 2027-07-31'],
    ['FREQ=YEARLY', '2024-02-29', '2024-02-29 2028-02-29 2032-02-29'],
    ['FREQ=YEARLY', '2096-02-29', '2096-02-29 2104-02-29'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-01-31', '2027-01-31 2027-02-28 2027-03-31'],
    ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU', '2026-01-01', '2027-01-03 2033-01-02'],
    ['FREQ=YEARLY;BYWEEKNO=1', '2026-12-30', '2027-01-06 2028-01-05'],
    ['FREQ=YEARLY;BYYEARDAY=-1,366', '2027-01-01', '2027-12-31 2028-12-31'],
    ['FREQ=MONTHLY;BYDAY=FR,-1MO', '2027-01-01', '2027-01-01 2027-01-08 2027-01-15 2027-01-22 2027-01-25 2027-01-29'],
  ])('of %s from %s are %s', (rule, start, dates) => {
    const expected = dates.split(' ').map((date) => `${date}T08:15:00`);
    expect(first(expected.length, rule, `${start}T08:15:00`)).toEqual(expected);
  });

  it('have each time of day in the rule, or else that of the start', () => {
    expect(first(4, 'FREQ=DAILY;BYHOUR=9,17', '2027-01-01T10:30:05')).toEqual(
      ['01T17', '02T09', '02T17', '03T09'].map((time) => `2027-01-${time}:30:05`),
    );
    expect(first(3, 'FREQ=DAILY;BYMINUTE=0,20,40;BYHOUR=8;BYSETPOS=-1', '2027-01-01T00:00:00')).toEqual(
      [1, 2, 3].map((day) => `2027-01-0${day}T08:40:00`),
    );
  });

  it('count the start, whether the rule matches it or not', () => {
    expect(first(9, 'FREQ=WEEKLY;BYDAY=MO;COUNT=3', '2027-01-01T09:00:00')).toEqual([
      '2027-01-04T09:00:00',
      '2027-01-11T09:00:00',
    ]);
  });

  it('are the same when read from the start or later', () => {
    const all = first(40, 'FREQ=MONTHLY;INTERVAL=5;BYDAY=2TU,-1FR', '2020-03-01T09:00:00');
    expect(first(5, 'FREQ=MONTHLY;INTERVAL=5;BYDAY=2TU,-1FR', '2020-03-01T09:00:00', all[17])).toEqual(
      all.slice(17, 22),
    );
  });
});

it('occurrences of some hundred rules match those of python-dateutil', () => {
  const file = new URL('./occurrences.fixture.json', import.meta.url);
  const lines = JSON.parse(readFileSync(file, 'utf8')) as string[];
  expect(lines.length).toBeGreaterThan(300);
  for (const line of lines) {
    const [rule = '', start = '', dates = ''] = line.split(' ');
    const expected = dates.split(',');
    expect({ line, found: first(expected.length, rule, start) }).toEqual({ line, found: expected });
  }
});
