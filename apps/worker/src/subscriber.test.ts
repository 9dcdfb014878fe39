import { describe, expect, it } from '@jest/globals';
import { Subscriptions, type TakenEvents } from '@tandem/domain/core/events/subscriptions';
import { Stopping } from '@tandem/domain/core/stopping';
import { Transaction } from '@tandem/domain/core/transaction';
import type { Container } from '@tandem/platform/feature/container';
import { asTenant } from '@tandem/testing/as-tenant';
import { type EventJob, Subscriber } from './subscriber.js';

const tenantId = '019ab1c2-57c7-7c82-867d-b4b2c89f1d3e';
const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A verb that is ready after `go`, for the events that it is told; `stretches` are what the subscription has waiting. */
function subscriberWith(stretches: TakenEvents[]) {
  const done: string[] = [];
  const taken: number[] = [];
  let go: (number: number) => void = () => undefined;
  const verb = {
    untilReady: () => {
      done.push('asked');
      return new Promise<number>((resolve) => (go = resolve));
    },
    run: async ({ from, to }: { from: number; to: number }) => void done.push(`${from} to ${to}`),
  };
  const transaction = { run: <T>(work: () => Promise<T>) => work(), afterCommit: (work: () => void) => work() };
  const take = async (_subscription: unknown, max: number) => {
    taken.push(max);
    return stretches.shift();
  };
  const subscriptions = { take, advance: async () => stretches.length === 0 };
  const parts = new Map<unknown, unknown>([
    [Transaction, transaction],
    [Subscriptions, subscriptions],
    ['verb', verb],
  ]);
  const container = { get: (token: unknown) => parts.get(token) } as unknown as Container;
  const options = { container, stopping: new Stopping(), wake: async () => undefined, onFailure: () => undefined };
  const job = { name: 'Verb', run: 'verb', on: '*', takes: 'range' } as unknown as EventJob;
  const subscriber = new Subscriber(options);
  return {
    done,
    taken,
    go: (number = 256) => go(number),
    catchUp: () => asTenant(tenantId, () => subscriber.catchUp(job)),
  };
}

describe('Subscriber', () => {
  it('asks the verb before each step whether it is ready, and leaves a second run to the first, which looks once more', async () => {
    const { done, go, catchUp } = subscriberWith([
      { from: 1, to: 2, events: [] },
      { from: 3, to: 4, events: [] },
    ]);
    const first = catchUp();
    await soon();
    await catchUp();
    expect(done).toEqual(['asked']);
    go();
    await soon();
    expect(done).toEqual(['asked', '1 to 2', 'asked']);
    go();
    await first;
    expect(done).toEqual(['asked', '1 to 2', 'asked', '3 to 4']);
  });

  it('takes few events first and more with each step, and never more than the verb can do with', async () => {
    const stretches = Array.from({ length: 5 }, (_, i) => ({ from: i, to: i, events: [] }));
    const { taken, go, catchUp } = subscriberWith(stretches);
    const all = catchUp();
    for (const ready of [256, Infinity, 20, 256, 1000]) {
      await soon();
      go(ready);
    }
    await all;
    expect(taken).toEqual([64, 128, 20, 256, 256]);
  });

  it('begins anew when nobody is in a step', async () => {
    const { done, go, catchUp } = subscriberWith([{ from: 1, to: 2, events: [] }]);
    const first = catchUp();
    await soon();
    go();
    await first;
    const second = catchUp();
    await soon();
    go();
    await second;
    expect(done).toEqual(['asked', '1 to 2', 'asked']);
  });
});
