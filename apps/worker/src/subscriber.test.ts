import { describe, expect, it } from '@jest/globals';
import { Subscriptions, type TakenEvents } from '@tandem/domain/core/events/subscriptions';
import { Stopping } from '@tandem/domain/core/stopping';
import { Transaction } from '@tandem/domain/core/transaction';
import type { Container } from '@tandem/platform/feature/container';
import { asTenant } from '@tandem/testing/as-tenant';
import { type EventJob, Subscriber } from './subscriber.js';

const tenantId = '019ab1c2-57c7-7c82-867d-b4b2c89f1d3e';
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A use case that is ready after `go`; `batches` is the backlog of the subscription. */
function subscriberWith(batches: TakenEvents[]) {
  const done: string[] = [];
  const taken: number[] = [];
  let go: (number: number) => void = () => undefined;
  const handler = {
    untilReady: () => {
      done.push('asked');
      return new Promise<number>((resolve) => (go = resolve));
    },
    run: async ({ from, to }: { from: number; to: number }) => void done.push(`${from} to ${to}`),
  };
  const transaction = { run: <T>(work: () => Promise<T>) => work(), afterCommit: (work: () => void) => work() };
  const take = async (_subscription: unknown, max: number) => {
    taken.push(max);
    return batches.shift();
  };
  const subscriptions = { take, advance: async () => batches.length === 0 };
  const parts = new Map<unknown, unknown>([
    [Transaction, transaction],
    [Subscriptions, subscriptions],
    ['handler', handler],
  ]);
  const container = { get: (token: unknown) => parts.get(token) } as unknown as Container;
  const options = { container, stopping: new Stopping(), wake: async () => undefined, onFailure: () => undefined };
  const job = { name: 'Job', run: 'handler', on: '*', receives: 'range' } as unknown as EventJob;
  const subscriber = new Subscriber(options);
  return {
    done,
    taken,
    go: (number = 256) => go(number),
    catchUp: () => asTenant(tenantId, () => subscriber.catchUp(job)),
  };
}

describe('Subscriber', () => {
  it('awaits readiness before each step, and leaves a second run to the first, which looks again', async () => {
    const { done, go, catchUp } = subscriberWith([
      { from: 1, to: 2, events: [] },
      { from: 3, to: 4, events: [] },
    ]);
    const first = catchUp();
    await nextTurn();
    await catchUp();
    expect(done).toEqual(['asked']);
    go();
    await nextTurn();
    expect(done).toEqual(['asked', '1 to 2', 'asked']);
    go();
    await first;
    expect(done).toEqual(['asked', '1 to 2', 'asked', '3 to 4']);
  });

  it('takes a small batch first, then larger ones, but never more than the use case is ready for', async () => {
    const batches = Array.from({ length: 5 }, (_, i) => ({ from: i, to: i, events: [] }));
    const { taken, go, catchUp } = subscriberWith(batches);
    const all = catchUp();
    for (const ready of [256, Infinity, 20, 256, 1000]) {
      await nextTurn();
      go(ready);
    }
    await all;
    expect(taken).toEqual([64, 128, 20, 256, 256]);
  });

  it('starts again when no step is in flight', async () => {
    const { done, go, catchUp } = subscriberWith([{ from: 1, to: 2, events: [] }]);
    const first = catchUp();
    await nextTurn();
    go();
    await first;
    const second = catchUp();
    await nextTurn();
    go();
    await second;
    expect(done).toEqual(['asked', '1 to 2', 'asked']);
  });
});
