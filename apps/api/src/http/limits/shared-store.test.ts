import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { SharedStore } from './shared-store.js';

describe('the rate limit store shared by processes', () => {
  let now: number;
  let store: SharedStore;
  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    store = new SharedStore({} as Redis);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const respond = (millis: number) => store.timed(async () => void (now += millis));
  const fail = (millis: number) =>
    store.timed(async () => {
      now += millis;
      throw new Error('Command timed out');
    });
  const slowDown = async () => {
    for (let slow = 0; slow < 3; slow++) await respond(2000);
    now += 10_000;
  };

  it('pauses for ten seconds after three slow calls', async () => {
    await respond(2000);
    await expect(fail(500)).rejects.toThrow('timed out');
    expect(store.isFast).toBe(true);
    await respond(300);
    expect(store.isFast).toBe(false);
    now += 9999;
    expect(store.isFast).toBe(false);
    now += 1;
    expect(store.isFast).toBe(true);
  });

  it('allows a single call after the pause, and all calls if that one was fast', async () => {
    await slowDown();
    await store.timed(async () => expect(store.isFast).toBe(false));
    expect(store.isFast).toBe(true);
  });

  it('pauses for ten more seconds if the call after the pause was slow', async () => {
    await slowDown();
    await respond(201);
    expect(store.isFast).toBe(false);
    now += 10_000;
    expect(store.isFast).toBe(true);
  });

  it('stays open while slow calls are rare', async () => {
    for (let round = 0; round < 5; round++) for (const millis of [2000, 2000, 1]) await respond(millis);
    expect(store.isFast).toBe(true);
  });
});
