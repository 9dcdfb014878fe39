import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { AgentRun } from '../agents/runs/agent-run.js';
import { Echo } from '../agents/blueprints/echo.blueprint.js';
import { currentDelegation } from '../agents/delegation.js';
import { type FailureCategory, RunFailure } from '../agents/runs/run-failure.js';
import { takeRecorded } from '../core/entity.js';
import { newId } from '../core/id.js';
import { AgentSchedule } from './agent-schedule.js';
import type { ScheduleFields } from './schedule-fields.js';
import { fillTemplate } from './input-template.js';
import { localTime } from '../recurrence/wall-clock.js';

const tenant = newId();
const make = (fields: ScheduleFields = {}) =>
  asTenant(tenant, () => {
    const given = { blueprint: 'echo', cronExpression: '0 * * * *', timezone: 'UTC', ...fields };
    return new AgentSchedule(given, currentDelegation());
  });
const ended = (category: FailureCategory | null) =>
  asTenant(tenant, () => {
    const run = new AgentRun(new Echo(), {});
    run.start(newId(), new Date(), 30);
    if (category) run.fail(new RunFailure(category, 'as told'), { maxAttempts: 1, feeBps: 0 });
    else run.succeed(null, 0);
    return run;
  });
const update = (schedule: AgentSchedule, fields: ScheduleFields) => asTenant(tenant, () => schedule.update(fields));
const fire = (schedule: AgentSchedule, now: Date) => {
  const times = schedule.dueTimes(now);
  schedule.planAfter(now);
  return times;
};
const actions = (schedule: AgentSchedule) => takeRecorded(schedule).map(({ type }) => type.split('.')[1]);
const at = (text: string) => new Date(`2026-11-21T${text}:00Z`);
const texts = (dates: Date[]) => dates.map((date) => date.toISOString().slice(8, 16));

describe('an agent schedule', () => {
  beforeEach(() => void jest.useFakeTimers({ now: at('10:30') }));
  afterEach(() => void jest.useRealTimers());

  it('is enabled when created and plans its next time', () => {
    const schedule = make();
    expect([schedule.enabled, schedule.nextAt]).toEqual([true, at('11:00')]);
    expect(actions(schedule)).toEqual(['created']);
    expect(make({ enabled: false })).toMatchObject({ enabled: false, disabledReason: 'manual', nextAt: null });
  });

  it('does not fire early', () => {
    const schedule = make();
    expect([schedule.isDue(at('10:59')), schedule.isDue(at('11:00'))]).toEqual([false, true]);
    expect(fire(schedule, at('11:00'))).toEqual({ newest: at('11:00'), missed: [] });
    expect(schedule.isDue(at('11:00'))).toBe(false);
    expect(schedule.nextAt).toEqual(at('12:00'));
  });

  it('starts a late run for the newest time only and records the others as missed', () => {
    const schedule = make();
    const { newest, missed } = fire(schedule, at('14:10'));
    expect([newest, texts(missed)]).toEqual([at('14:00'), ['21T11:00', '21T12:00', '21T13:00']]);
    expect(schedule.nextAt).toEqual(at('15:00'));
  });

  it('starts no run for a time more than a day ago', () => {
    const schedule = make({ cronExpression: '0 11 * * sat' });
    const { newest, missed } = fire(schedule, new Date('2026-11-22T11:00:01Z'));
    expect([newest, texts(missed)]).toEqual([null, ['21T11:00']]);
    expect(fire(make({ cronExpression: '0 11 * * sat' }), new Date('2026-11-22T11:00:00Z')).newest).toEqual(
      at('11:00'),
    );
  });

  it('records missed times of the last seven days only', () => {
    const { newest, missed } = fire(make(), new Date('2027-01-01T00:30:00Z'));
    expect([newest?.toISOString(), missed.length]).toEqual(['2027-01-01T00:00:00.000Z', 7 * 24 - 1]);
  });

  it('is disabled by the fifth failed run in a row', () => {
    const schedule = make();
    for (let n = 1; n <= 4; n++) schedule.count(ended('tool_error'));
    expect([schedule.enabled, schedule.consecutiveFailures]).toEqual([true, 4]);
    schedule.count(ended('deadline_exceeded'));
    expect(schedule).toMatchObject({ enabled: false, disabledReason: 'consecutive_failures', nextAt: null });
    expect(actions(schedule)).toEqual(['created', 'disabled']);
  });

  it('ignores internal failures, and resets the count on success', () => {
    const schedule = make();
    for (let n = 1; n <= 4; n++) schedule.count(ended('tool_error'));
    for (const category of ['internal', 'worker_lost'] as const) schedule.count(ended(category));
    expect([schedule.enabled, schedule.consecutiveFailures]).toEqual([true, 4]);
    schedule.count(ended(null));
    expect([schedule.consecutiveFailures, schedule.lastSucceededAt]).toEqual([0, at('10:30')]);
  });

  it('plans from now, without failures, when enabled again', () => {
    const schedule = make();
    for (let n = 1; n <= 5; n++) schedule.count(ended('tool_error'));
    jest.setSystemTime(at('15:20'));
    update(schedule, { enabled: true });
    expect(schedule).toMatchObject({
      enabled: true,
      consecutiveFailures: 0,
      disabledReason: null,
      nextAt: at('16:00'),
    });
  });

  it('is planned again only when its times change', () => {
    const schedule = make();
    jest.setSystemTime(at('12:30'));
    update(schedule, { inputTemplate: { message: 1 } });
    expect(schedule.nextAt).toEqual(at('11:00'));
    update(schedule, { cronExpression: '45 * * * *' });
    expect(schedule.nextAt).toEqual(at('12:45'));
    expect(() => update(schedule, { cronExpression: '@reboot' })).toThrow('There is no "@reboot"; there are');
  });

  it('creates runs on behalf of its creator, within its own limits', () => {
    const schedule = make({ deadlineSeconds: 60, budgetUsdCents: 7, inputTemplate: { message: '{{scheduled_for}}' } });
    const run = asTenant(tenant, () => schedule.runOf(new Echo(), at('11:00')));
    expect(run).toMatchObject({ scheduleId: schedule.id, memberId: schedule.memberId, budgetUsdCents: 7 });
    expect(run.deadlineAt).toEqual(at('10:31'));
    expect(run.input).toEqual({ message: '2026-11-21T11:00:00.000Z' });
  });

  it('replaces placeholders in texts of its template only', () => {
    const values = { scheduled_for: at('11:00'), last_succeeded_at: at('10:00') };
    const template = { a: ['{{ scheduled_for }}!', 1, null], b: { c: '{{last_succeeded_at}}/{{other}}' } };
    expect(fillTemplate(template, values)).toEqual({
      a: ['2026-11-21T11:00:00.000Z!', 1, null],
      b: { c: '2026-11-21T10:00:00.000Z/{{other}}' },
    });
  });

  it('shows local times with the current offset', () => {
    expect(localTime(new Date('2027-03-28T01:00:00Z'), 'Europe/Berlin')).toBe('2027-03-28T03:00:00+02:00');
    expect(localTime(new Date('2027-03-28T00:59:59Z'), 'Europe/Berlin')).toBe('2027-03-28T01:59:59+01:00');
    expect(localTime(at('00:00'), 'UTC')).toBe('2026-11-21T00:00:00+00:00');
    expect(localTime(at('00:00'), 'America/St_Johns')).toBe('2026-11-20T20:30:00-03:30');
  });
});
