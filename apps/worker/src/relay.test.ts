import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Outbox, type Relayed } from '@tandem/domain/core/events/subscriptions';
import { Relay } from './relay.js';

class CountingOutbox extends Outbox {
  rounds = 0;

  override async relayAcrossTenants(): Promise<Relayed> {
    this.rounds++;
    return { numbered: 0, waiting: [] };
  }

  override async open(): Promise<void> {}
}

describe('the relay', () => {
  it('numbers nothing before the work that goes first is done', async () => {
    const outbox = new CountingOutbox();
    let finish = () => {};
    const first = new Promise<void>((resolve) => (finish = resolve));
    const fail = (error: Error) => {
      throw error;
    };
    const relay = new Relay(
      outbox,
      async () => undefined,
      fail,
      () => first,
    );
    relay.start();
    for (let i = 0; i < 5; i++) await turn();
    expect(outbox.rounds).toBe(0);
    finish();
    await turn();
    expect(outbox.rounds).toBe(1);
    await relay.stop();
  });
});
