import { describe, expect, it } from '@jest/globals';
import { healthOf, noOutcomes } from './health-report.js';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-21T12:00:30Z');
const failing = { ...noOutcomes, consecutiveFailures: 10, failingSince: now };

describe('the reported health of a webhook endpoint', () => {
  it('is healthy without failures and failing from the first one', () => {
    expect(healthOf(true, noOutcomes, now)).toEqual({ state: 'healthy', ...noOutcomes });
    expect(healthOf(true, { ...failing, consecutiveFailures: 1 }, now)).toMatchObject({
      state: 'failing',
      consecutiveFailures: 1,
    });
  });

  it('is held until the hold is over, and then failing', () => {
    const held = { ...failing, heldUntil: later };
    expect(healthOf(true, held, now)).toEqual({ state: 'held', ...held });
    expect(healthOf(true, held, later)).toEqual({ state: 'failing', ...held, heldUntil: null });
  });

  it('is disabled whatever happened before, and then not held', () => {
    const held = { ...failing, heldUntil: later };
    expect(healthOf(false, held, now)).toEqual({ state: 'disabled', ...held, heldUntil: null });
    expect(healthOf(false, noOutcomes, now).state).toBe('disabled');
  });
});
