import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Outbox, type Relayed } from '@tandem/domain/core/events/subscriptions';
import { Relay } from './relay.js';

class CountingOutbox extends Outbox {
  rounds = 0;

  constructor(private readonly full = 0) {
    super();
  }

  override async relayAcrossTenants(): Promise<Relayed> {
    this.rounds++;
    return { numbered: 1, hasMore: this.rounds <= this.full, waiting: [] };
  }

  override async open(): Promise<void> {}
}

const relayOf = (outbox: Outbox, punctualWork = async () => {}) =>
  new Relay(
    outbox,
    async () => undefined,
    (error) => {
      throw error;
    },
    punctualWork,
  );

describe('the relay', () => {
  it('runs again at once if more events are left, otherwise when it is woken', async () => {
    const outbox = new CountingOutbox(2);
    const relay = relayOf(outbox);
    relay.start();
    for (let i = 0; i < 20; i++) await nextTurn();
    expect(outbox.rounds).toBe(3);
    relay.wake();
    for (let i = 0; i < 20; i++) await nextTurn();
    expect(outbox.rounds).toBe(4);
    await relay.stop();
  });

  it('numbers no event before the end of punctual work', async () => {
    const outbox = new CountingOutbox();
    let finish = () => {};
    const first = new Promise<void>((resolve) => (finish = resolve));
    const relay = relayOf(outbox, () => first);
    relay.start();
    for (let i = 0; i < 5; i++) await nextTurn();
    expect(outbox.rounds).toBe(0);
    finish();
    await nextTurn();
    expect(outbox.rounds).toBe(1);
    await relay.stop();
  });
});
