import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isDoneWithin } from '@tandem/testing/processor-time';
import { DomainError } from '../core/errors.js';
import { newId } from '../core/id.js';
import { inScope, systemScope } from '../core/scope.js';
import { type Recurring, Series } from './series.js';

const now = '2026-11-21T12:00:00Z';
const nothing = { dueAt: null, dueDate: null, startDate: null, seriesStart: null, seriesBefore: 0 };
const inZone = <T>(timezone: string, work: () => T) => inScope(systemScope(newId(), { timezone }), work);
const make = (fields: Partial<Recurring>): Recurring => ({ ...nothing, rrule: null, createdAt: new Date(), ...fields });
const dueAt = (text: string, rrule: string) => make({ dueAt: new Date(text), rrule });

/** The due dates of successors when each task is completed immediately. */
function successors(task: Recurring, count: number, timezone = 'UTC'): string[] {
  return inZone(timezone, () => {
    const found: string[] = [];
    let at: Recurring = { ...task, seriesStart: task.seriesStart ?? Series.of(task)!.initialStart() };
    while (found.length < count) {
      const next = Series.of(at)!.next(new Date());
      if (!next) break;
      const day = new Date(next.day * 86_400_000).toISOString().slice(0, 10);
      found.push(next.isAllDay ? day : next.at.toISOString().slice(0, 16));
      at = next.isAllDay ? { ...at, dueDate: day } : { ...at, dueAt: next.at };
    }
    return found;
  });
}

describe('the series of a task', () => {
  beforeEach(() => void jest.useFakeTimers({ now: new Date(now), doNotFake: ['performance'] }));
  afterEach(() => void jest.useRealTimers());

  it('continues after both the last due date and now', () => {
    expect(successors(dueAt('2026-11-23T09:00:00Z', 'FREQ=DAILY'), 2)).toEqual([
      '2026-11-24T09:00',
      '2026-11-25T09:00',
    ]);
    expect(successors(dueAt('2026-11-01T13:00:00Z', 'FREQ=DAILY'), 1)).toEqual(['2026-11-21T13:00']);
    expect(successors(dueAt('2026-11-01T12:00:00Z', 'FREQ=DAILY'), 1)).toEqual(['2026-11-22T12:00']);
    expect(successors(make({ dueDate: '2026-11-01', rrule: 'FREQ=DAILY' }), 1)).toEqual(['2026-11-22']);
  });

  it('keeps its local time across clock changes', () => {
    const rule = 'DTSTART;TZID=America/New_York:20270312T093000\nRRULE:FREQ=DAILY';
    const expected = ['2027-03-13T14:30', '2027-03-14T13:30', '2027-03-15T13:30'];
    expect(successors(dueAt('2027-03-12T14:30:00Z', rule), 3)).toEqual(expected);
    const ofTenant = dueAt('2027-03-12T14:30:00Z', 'FREQ=DAILY');
    expect(successors(ofTenant, 3, 'America/New_York')).toEqual(expected);
    expect(successors(ofTenant, 2, '')).toEqual(['2027-03-13T14:30', '2027-03-14T14:30']);
  });

  it('shifts a skipped time, and restores it the next day', () => {
    const task = dueAt('2027-03-13T07:30:00Z', 'FREQ=DAILY');
    expect(successors(task, 2, 'America/New_York')).toEqual(['2027-03-14T07:30', '2027-03-15T06:30']);
  });

  it('loses no time when a skipped one is shifted past another', () => {
    const rule = 'DTSTART;TZID=America/New_York:20270313T023000\nFREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,30';
    expect(successors(dueAt('2027-03-14T06:59:00Z', rule), 4)).toEqual([
      '2027-03-14T07:00',
      '2027-03-14T07:30',
      '2027-03-15T06:00',
      '2027-03-15T06:30',
    ]);
  });

  it('uses a repeated time once, at its first instant', () => {
    const task = dueAt('2027-11-06T05:30:00Z', 'FREQ=DAILY');
    expect(successors(task, 2, 'America/New_York')).toEqual(['2027-11-07T05:30', '2027-11-08T06:30']);
  });

  it('of whole days follows dates in every zone', () => {
    const task = make({ dueDate: '2027-03-27', rrule: 'FREQ=DAILY' });
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin'])
      expect(successors(task, 3, zone)).toEqual(['2027-03-28', '2027-03-29', '2027-03-30']);
    const next = inZone('Europe/Berlin', () => Series.of(task)!.next(new Date())!);
    expect(next.at.toISOString()).toBe('2027-03-27T23:00:00.000Z');
  });

  it('of whole days uses the current date of the zone', () => {
    const task = make({ dueDate: '2026-11-01', rrule: 'FREQ=DAILY' });
    expect(successors(task, 1, 'Pacific/Kiritimati')).toEqual(['2026-11-23']);
  });

  it('ends after COUNT and UNTIL for each of its tasks', () => {
    const counted = dueAt('2027-01-01T09:00:00Z', 'FREQ=WEEKLY;COUNT=3');
    expect(successors(counted, 9)).toEqual(['2027-01-08T09:00', '2027-01-15T09:00']);
    const limited = (until: string) => dueAt('2027-01-01T09:00:00Z', `FREQ=DAILY;UNTIL=${until}`);
    expect(successors(limited('20270103'), 9)).toEqual(['2027-01-02T09:00', '2027-01-03T09:00']);
    expect(successors(limited('20270103T085959Z'), 9)).toEqual(['2027-01-02T09:00']);
    expect(successors(make({ dueDate: '2027-01-01', rrule: 'FREQ=DAILY;UNTIL=20270102T000000Z' }), 9)).toEqual([
      '2027-01-02',
    ]);
  });

  it('counts missed occurrences', () => {
    expect(successors(dueAt('2026-11-19T09:00:00Z', 'FREQ=DAILY;COUNT=5'), 9)).toEqual([
      '2026-11-22T09:00',
      '2026-11-23T09:00',
    ]);
  });

  it('starts at DTSTART, or else at the date of the task or its creation', () => {
    const fortnight = 'DTSTART;TZID=UTC:20261116T080000\nFREQ=WEEKLY;INTERVAL=2';
    expect(successors(dueAt('2026-11-23T10:00:00Z', fortnight), 2)).toEqual(['2026-11-30T08:00', '2026-12-14T08:00']);
    expect(successors(make({ dueDate: '2026-11-23', rrule: fortnight }), 1)).toEqual(['2026-11-30']);
    expect(successors(make({ startDate: '2026-12-01', rrule: 'FREQ=WEEKLY' }), 1)).toEqual(['2026-12-08']);
    expect(successors(make({ rrule: 'FREQ=DAILY' }), 2)).toEqual(['2026-11-22', '2026-11-23']);
    expect(successors(make({ rrule: 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0' }), 1)).toEqual(['2026-11-22T09:00']);
    expect(successors(make({ rrule: 'DTSTART;VALUE=DATE:20270101\nFREQ=MONTHLY' }), 1)).toEqual(['2027-02-01']);
  });

  it.each([
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', false],
    ['FREQ=YEARLY;INTERVAL=6', true],
    ['FREQ=YEARLY;INTERVAL=5;BYMONTH=12', true],
    ['FREQ=YEARLY;INTERVAL=6;BYMONTH=10', false],
    ['FREQ=DAILY;UNTIL=20261120', false],
    ['FREQ=DAILY;UNTIL=20261121', true],
    ['FREQ=DAILY;COUNT=1', true],
    ['DTSTART:20200101T000000Z\nFREQ=DAILY;COUNT=9', false],
    ['DTSTART:20200101T000000Z\nFREQ=DAILY', true],
    ['DTSTART:20330101T000000Z\nFREQ=DAILY', false],
    ['DTSTART:20310101T000000Z\nFREQ=YEARLY', true],
  ])('%j has a date within five years: %p', (rrule, holds) => {
    const check = () => inZone('UTC', () => Series.of(make({ rrule }))!.mustOccur(new Date()));
    if (holds) return expect(check).not.toThrow();
    expect(check).toThrow(DomainError);
    expect(check).toThrow('no date within 5 years');
  });

  it.each([
    ['2026-12-01', 'FREQ=YEARLY;INTERVAL=6', true],
    ['2026-12-01', 'FREQ=YEARLY;INTERVAL=6;UNTIL=20270101', true],
    ['2026-12-01', 'FREQ=YEARLY;COUNT=1', true],
    ['2026-12-01', 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20261203', false],
    ['2026-12-01', 'FREQ=WEEKLY;BYDAY=FR;UNTIL=20261204', true],
    ['2026-11-20', 'FREQ=YEARLY;INTERVAL=6', false],
    ['2031-11-21', 'FREQ=DAILY', true],
    ['2031-11-22', 'FREQ=DAILY', false],
    ['2099-01-01', 'FREQ=DAILY', false],
  ])('of a task due on %s with %j has a date within five years: %p', (dueDate, rrule, holds) => {
    const check = () => inZone('UTC', () => Series.of(make({ dueDate, rrule }))!.mustOccur(new Date()));
    if (holds) expect(check).not.toThrow();
    else expect(check).toThrow('no date within 5 years');
  });

  it('is searched quickly after its end, however many times a day it has', () => {
    const hours = [...Array(24).keys()].join();
    const task = dueAt('2026-12-01T09:00:00Z', `FREQ=DAILY;BYHOUR=${hours};UNTIL=20261123T000000Z`);
    const search = () => successors(task, 1, 'America/New_York');
    expect(search()).toEqual([]);
    expect(isDoneWithin(50, search)).toBe(true);
  });
});
