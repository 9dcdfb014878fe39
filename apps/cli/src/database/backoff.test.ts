import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Backoff } from './backoff.js';

describe('the backoff', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('doubles from one second to thirty', () => {
    const backoff = new Backoff();
    expect(Array.from({ length: 7 }, () => backoff.next())).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('resets after a minute without a crash', () => {
    const backoff = new Backoff();
    backoff.next();
    backoff.next();
    jest.advanceTimersByTime(63_000);
    expect(backoff.next()).toBe(1000);
  });
});
