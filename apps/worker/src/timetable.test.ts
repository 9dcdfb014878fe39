import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Container } from '@tandem/platform/feature/container';
import { every, everySecond, type Feature } from '@tandem/platform/feature/feature';
import { eventually } from '@tandem/testing/eventually';
import { Timetable } from './timetable.js';

const makeJob = () => {
  let finish = () => {};
  const ended = new Promise<void>((resolve) => (finish = resolve));
  return {
    useCase: class Work {
      run = (): Promise<void> => ended;
    },
    finish: () => finish(),
  };
};

describe('the timetable', () => {
  let timetable: Timetable;
  afterEach(() => timetable.stop());

  it('waits for all punctual work, and for no other', async () => {
    const [one, two, other] = [makeJob(), makeJob(), makeJob()];
    const jobs = [everySecond(one.useCase), everySecond(two.useCase), every(60, other.useCase)];
    const started: unknown[] = [];
    const get = (Job: new () => object) => (started.push(Job), new Job());
    const fail = (error: Error) => {
      throw error;
    };
    timetable = new Timetable(
      [{ jobs } as unknown as Feature],
      { get } as unknown as Container,
      async () => undefined,
      fail,
    );
    await timetable.punctualWork();
    timetable.start();
    await eventually(async () => expect(started).toHaveLength(3));
    let hasEnded = false;
    const ended = timetable.punctualWork().then(() => (hasEnded = true));
    two.finish();
    for (let i = 0; i < 5; i++) await nextTurn();
    expect(hasEnded).toBe(false);
    one.finish();
    await ended;
    other.finish();
  });
});
