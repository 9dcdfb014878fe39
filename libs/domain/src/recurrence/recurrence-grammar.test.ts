import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../core/errors.js';
import { parseRecurrence } from './recurrence-grammar.js';

function faultsOf(text: string): string[] {
  try {
    parseRecurrence(text);
    return [];
  } catch (error) {
    const { findings = [] } = (error as DomainError).extra;
    expect(findings.every(({ pointer, code }) => pointer === '/rrule' && code === 'invalid_rrule')).toBe(true);
    return findings.map(({ detail }) => detail);
  }
}

describe('the text of a rule', () => {
  it('is parsed completely', () => {
    const text =
      'DTSTART;TZID=Europe/Berlin:20270131T093000\r\nRRULE:FREQ=MONTHLY;INTERVAL=2;COUNT=9;BYDAY=1MO,-1FR;WKST=SU';
    expect(parseRecurrence(text)).toMatchObject({
      start: { wall: Date.parse('2027-01-31T09:30:00Z'), isDate: false, zone: 'Europe/Berlin' },
      rule: {
        freq: 'MONTHLY',
        interval: 2,
        count: 9,
        until: null,
        weekStart: 6,
        byDay: [
          { weekday: 0, ordinal: 1 },
          { weekday: 4, ordinal: -1 },
        ],
        byMonth: [],
      },
    });
  });

  it.each([
    ['DTSTART:20270131T093000Z\nFREQ=DAILY', { zone: 'UTC', isDate: false }],
    ['DTSTART;VALUE=DATE:20270131\nFREQ=DAILY', { zone: null, isDate: true }],
    ['DTSTART:20270131T093000\nFREQ=DAILY', { zone: null, isDate: false }],
    ['dtstart;tzid=America/New_York:20270131t093000\nrrule:freq=daily', { zone: 'America/New_York' }],
  ])('has the start in %j', (text, start) => expect(parseRecurrence(text).start).toMatchObject(start));

  it.each([
    ['FREQ=DAILY;UNTIL=20271231', { day: Date.parse('2027-12-31') / 86_400_000 }],
    ['FREQ=DAILY;UNTIL=20271231T225959Z', { instant: new Date('2027-12-31T22:59:59Z') }],
  ])('has the end in %s', (text, until) => expect(parseRecurrence(text).rule.until).toEqual(until));

  it.each([
    ['', 'is no NAME=value'],
    ['every day', 'is no NAME=value'],
    ['FREQ=DAILY;', 'is no NAME=value'],
    ['INTERVAL=2', 'FREQ must be one of'],
    ['FREQ=HOURLY', 'FREQ must be one of'],
    ['FREQ=SECONDLY', 'FREQ must be one of'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ is given twice'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be a whole number from 1 to 999'],
    ['FREQ=DAILY;INTERVAL=1000', 'INTERVAL must be a whole number from 1 to 999'],
    ['FREQ=DAILY;INTERVAL=0.5', 'INTERVAL must be'],
    ['FREQ=DAILY;INTERVAL=-1', 'INTERVAL must be'],
    ['FREQ=DAILY;INTERVAL=1e2', 'INTERVAL must be'],
    ['FREQ=DAILY;COUNT=1001', 'COUNT must be a whole number from 1 to 1000'],
    ['FREQ=DAILY;COUNT=3;UNTIL=20271231', 'exclude each other'],
    ['FREQ=DAILY;UNTIL=20270230', 'UNTIL must be'],
    ['FREQ=DAILY;UNTIL=20271231T225959', 'UNTIL must be'],
    ['FREQ=DAILY;BYMONTH=13', 'BYMONTH takes numbers from 1 to 12'],
    ['FREQ=DAILY;BYMONTH=-1', 'BYMONTH takes'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY takes'],
    ['FREQ=MONTHLY;BYMONTHDAY=-32', 'BYMONTHDAY takes'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,,2', 'BYMONTHDAY takes'],
    ['FREQ=YEARLY;BYYEARDAY=367', 'BYYEARDAY takes'],
    [`FREQ=YEARLY;BYYEARDAY=${[...Array(32).keys()].map((n) => n + 1).join()}`, 'at most 31 values'],
    ['FREQ=YEARLY;BYWEEKNO=54', 'BYWEEKNO takes'],
    ['FREQ=DAILY;BYHOUR=24', 'BYHOUR takes'],
    ['FREQ=DAILY;BYMINUTE=60', 'BYMINUTE takes'],
    ['FREQ=DAILY;BYSECOND=61', 'BYSECOND takes'],
    ['FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,10,20,30,40', 'at most 24 times a day'],
    ['FREQ=MONTHLY;BYDAY=XX', 'BYDAY takes weekdays'],
    ['FREQ=MONTHLY;BYDAY=54MO', 'BYDAY takes weekdays'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY takes weekdays'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'Only MONTHLY and YEARLY rules count weekdays'],
    ['FREQ=YEARLY;BYWEEKNO=3;BYDAY=1MO', 'Weekdays of BYWEEKNO are not counted'],
    ['FREQ=MONTHLY;BYWEEKNO=3', 'BYWEEKNO is for FREQ=YEARLY only'],
    ['FREQ=MONTHLY;BYYEARDAY=3', 'BYYEARDAY is for FREQ=YEARLY only'],
    ['FREQ=WEEKLY;BYMONTHDAY=3', 'BYMONTHDAY is not for FREQ=WEEKLY'],
    ['FREQ=DAILY;BYSETPOS=1', 'BYSETPOS needs another'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367', 'BYSETPOS takes'],
    ['FREQ=DAILY;WKST=XX', 'WKST must be one of'],
    ['FREQ=DAILY;BYEASTER=0', 'is no part of a rule'],
    ['FREQ=YEARLY;RSCALE=HEBREW', 'is no part of a rule'],
    ['DTSTART;TZID=Mars/Olympus:20270131T093000\nFREQ=DAILY', 'is no time zone'],
    ['DTSTART;TZID=Europe/Berlin:20270131T093000Z\nFREQ=DAILY', 'The line before the rule'],
    ['DTSTART:20270230T093000Z\nFREQ=DAILY', 'The line before the rule'],
    ['DTSTART:20270131\nFREQ=DAILY', 'The line before the rule'],
    ['DTSTART:18991231T000000Z\nFREQ=DAILY', 'must not be before 1900'],
    ['EXDATE:20270131T093000Z\nFREQ=DAILY', 'The line before the rule'],
    ['DTSTART:20270131T093000Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY', 'At most a DTSTART line'],
  ])('refuses %j: %s', (text, detail) => {
    expect(faultsOf(text).join(' ')).toContain(detail);
  });

  it('reports all faults at once', () => {
    expect(faultsOf('FREQ=HOURLY;INTERVAL=0;BYMONTH=13;X=1')).toHaveLength(4);
  });
});
