import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { LocalWork } from './local-work.js';
import type { WorkRequest } from './work-request.js';

const tenantId = 'a';
const item = (id: string): WorkRequest => ({ useCase: 'Do', tenantId, input: { id } });

function opened(max = 2) {
  const started: string[] = [];
  const queued: WorkRequest[] = [];
  const ends: (() => void)[] = [];
  const local = new LocalWork({
    max,
    work({ input }) {
      started.push((input as { id: string }).id);
      return new Promise((resolve) => ends.push(resolve));
    },
    queue: async (requests) => void queued.push(...requests),
  });
  return { local, started, queued, ends };
}

describe('due work', () => {
  it('runs in this process up to its capacity, and is queued beyond that', async () => {
    const { local, started, queued } = opened(2);
    await local.wake([item('one'), item('two'), item('three')]);
    expect([started, queued]).toEqual([['one', 'two'], [item('three')]]);
  });

  it('uses the capacity that finished work frees', async () => {
    const { local, started, ends } = opened(1);
    await local.wake([item('one')]);
    ends[0]!();
    await pause(1);
    await local.wake([item('two')]);
    expect(started).toEqual(['one', 'two']);
  });

  it('is repeated once, however often it is requested while it runs', async () => {
    const { local, started, queued, ends } = opened(1);
    for (let time = 0; time < 4; time++) await local.wake([item('one')]);
    expect(started).toEqual(['one']);
    ends[0]!();
    await pause(1);
    expect([started, queued]).toEqual([['one', 'one'], []]);
    ends[1]!();
    await pause(1);
    expect(started).toHaveLength(2);
  });

  it('starts again while a slow run continues', async () => {
    const { local, started } = opened(2);
    await local.wake([item('one')]);
    await local.wake([item('one')]);
    await pause(400);
    expect(started).toEqual(['one', 'one']);
  });

  it('resolves at once for a caller if a repetition is already pending', async () => {
    const { local, started, ends } = opened(2);
    void local.take(item('one'));
    let isDone = false;
    const again = local.take(item('one')).then(() => (isDone = true));
    await local.take(item('one'));
    expect([started, isDone]).toEqual([['one'], false]);
    ends[0]!();
    await pause(1);
    ends[1]!();
    await again;
    expect(started).toEqual(['one', 'one']);
  });

  it('is queued if it is for later or the process is stopping, which waits for running work', async () => {
    const { local, started, queued, ends } = opened(5);
    const later = { ...item('later'), at: new Date(Date.now() + 1000) };
    await local.wake([later, item('one')]);
    let isStopped = false;
    const stopped = local.stop().then(() => (isStopped = true));
    await local.wake([item('two')]);
    await pause(20);
    expect([started, queued, isStopped]).toEqual([['one'], [later, item('two')], false]);
    ends[0]!();
    await stopped;
  });
});
