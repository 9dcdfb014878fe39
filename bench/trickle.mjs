import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './load.mjs';

/** Delays of events at a steady rate, for each tenant in turn; each event has `each` deliveries. */
export async function trickle({ receiver, emit, seconds }, { tenants, perSecond, each = 1 }) {
  receiver.forget();
  const number = seconds * perSecond;
  const began = performance.now();
  for (let n = 0; n < number; n++) {
    await sleep(began + (n * 1000) / perSecond - performance.now());
    void emit(tenants[n % tenants.length], 1);
  }
  await receiver.received(number * each, 60_000);
  return { delays: await receiver.delays() };
}

/** The same for a bare process that listens for NOTIFY. */
export async function bareTrickle(stage, paced, requested) {
  const sender = await stage.startBare('sender', {
    RECEIVER: paced.receiver.address,
    TENANTS: JSON.stringify(requested.tenants.map(({ tenant }) => tenant.id)),
  });
  sender.child.send('follow');
  await once(sender.child, 'message');
  await trickle(paced, requested); // to warm up
  const { delays } = await trickle(paced, requested);
  await sender.stop();
  return delays;
}

export const ratioOfP95 = (delays, bare) =>
  `ratio of p95 ${(percentile(delays, 0.95) / percentile(bare, 0.95)).toFixed(2)}`;
