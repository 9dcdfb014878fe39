import { describe, expect, it } from '@jest/globals';
import { ok } from '@tandem/testing/attempt-results';
import { inScope, systemScope } from '../../core/scope.js';
import { EndpointHealth } from './endpoint-health.js';
import type { AttemptResult } from '../deliveries/attempt-result.js';

const bad: AttemptResult = { ...ok, error: 'timeout', httpStatus: null };
const start = new Date('2026-11-21T00:00:00Z');
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const created = () => inScope(systemScope('01900000-0000-7000-8000-000000000001'), () => new EndpointHealth('e'));
const tryOf = (result: AttemptResult, id = 'one') => ({ event: { id }, result });
const failed = (times: number, ...ids: string[]) =>
  Array.from({ length: times }, (_, index) => tryOf(bad, ids[index % ids.length] ?? 'one'));
/** Attempts that start and end at the same instant. */
const judge = (health: EndpointHealth, tries: ReturnType<typeof failed>, at: Date) =>
  health.judge(
    tries.map((one) => ({ ...one, startedAt: at })),
    at,
  );

describe('the health of a webhook endpoint', () => {
  it('is hopeless after 120 hours, 20 failed attempts and two events without a success', () => {
    const health = created();
    judge(health, failed(19, 'one', 'two'), start);
    expect(health.isHopeless(after(119.9))).toBe(false);
    expect(health.isHopeless(after(120))).toBe(false);
    expect(judge(health, failed(1, 'one'), after(120))).toBe('consecutive_failures');
  });

  it('is not hopeless for failures of only one event', () => {
    const health = created();
    judge(health, failed(50, 'one'), start);
    expect(judge(health, failed(1, 'one'), after(500))).not.toBe('consecutive_failures');
  });

  it('causes one warning, after a day', () => {
    const health = created();
    expect(judge(health, failed(2), start)).toBe('none');
    expect(judge(health, failed(1), after(23.9))).toBe('none');
    expect(judge(health, failed(1), after(24))).toBe('warn');
    expect(judge(health, failed(1), after(25))).toBe('none');
  });

  it('is restored completely by a success', () => {
    const health = created();
    judge(health, failed(30, 'one', 'two'), start);
    judge(health, [tryOf(ok)], after(119));
    expect(health).toMatchObject({ failingSince: null, failedTries: 0, heldUntil: null });
    expect(judge(health, failed(1, 'two'), after(130))).toBe('none');
  });

  it('causes a hold of 30 s after ten failures in a row, doubled by each failed probe up to 15 min', () => {
    const health = created();
    judge(health, failed(9), start);
    expect(health.heldUntil).toBeNull();
    // Other attempts in flight fail too, and do not extend the first hold.
    judge(health, failed(5), start);
    const holds = [health.holdSeconds];
    for (let probe = 0; probe < 6; probe++) {
      judge(health, failed(1), health.heldUntil!);
      holds.push(health.holdSeconds);
    }
    expect(holds).toEqual([30, 60, 120, 240, 480, 900, 900]);
  });

  it('does not treat the failure of an attempt that began before the end of the hold as a failed probe', () => {
    const health = created();
    judge(health, failed(10), start);
    const over = health.heldUntil!;
    health.judge([{ ...tryOf(bad), startedAt: start }], over);
    expect(health).toMatchObject({ heldUntil: over, holdSeconds: 30 });
    judge(health, failed(1), over);
    expect(health.holdSeconds).toBe(60);
  });

  it('is not restored by a member who ends a hold, but allows ten attempts at once', () => {
    const health = created();
    judge(health, failed(12), start);
    judge(health, failed(1), health.heldUntil!);
    health.release(after(1));
    expect(health).toMatchObject({ heldUntil: null, failingSince: start, failuresInARow: 13 });
    judge(health, failed(1), after(1));
    expect(health.holdSeconds).toBe(30);
  });

  it('causes no hold for attempts that began before a member ended one', () => {
    const health = created();
    judge(health, failed(10), start);
    health.release(after(1));
    health.judge(
      failed(10).map((one) => ({ ...one, startedAt: start })),
      after(1.1),
    );
    expect(health).toMatchObject({ heldUntil: null, failuresInARow: 20 });
  });

  it('ends when the endpoint responds that it is gone', () => {
    expect(judge(created(), [tryOf({ ...bad, error: 'non_2xx', httpStatus: 410 })], start)).toBe('gone');
  });
});
