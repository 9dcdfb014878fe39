import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { firstIdAt, newId } from './id.js';

describe('ids', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('increase strictly within a process, even in one millisecond and when the clock goes back', () => {
    let last = newId();
    const next = (count: number) => {
      for (let i = 0; i < count; i++) {
        const id = newId();
        if (id <= last) throw new Error(`${id} came behind ${last}`);
        last = id;
      }
    };
    next(10_000);
    jest.useFakeTimers({ now: Date.now() });
    next(10_000);
    jest.setSystemTime(Date.now() - 60_000);
    next(10_000);
    expect(last).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('are not smaller than the first id of their instant', () => {
    const from = new Date();
    const id = newId();
    expect(id >= firstIdAt(from)).toBe(true);
    expect(firstIdAt(new Date('2026-11-22T12:00:00.123Z'))).toBe('01a20320-a27b-7000-8000-000000000000');
    expect(firstIdAt(new Date(-1))).toBe('00000000-0000-7000-8000-000000000000');
  });
});
