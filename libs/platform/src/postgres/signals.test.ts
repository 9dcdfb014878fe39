import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { eventually } from '@tandem/testing/eventually';
import { CoalescedSignal } from './coalesced-signal.js';
import { Signals } from './signals.js';

describe('signals of an unavailable server', () => {
  let server: Server;
  let respond: (socket: Socket) => void;
  let url: string;
  const reached: Socket[] = [];
  beforeEach(async () => {
    respond = (socket) => socket.destroy();
    server = createServer((socket) => {
      reached.push(socket.on('error', () => undefined));
      respond(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `postgres://nobody@127.0.0.1:${(server.address() as { port: number }).port}/nothing`;
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const socket of reached.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Counts attempts in flight. */
  function watchAttempts() {
    const attempts = { inFlight: 0 };
    const connect = pg.Client.prototype.connect as unknown as (this: pg.Client) => Promise<void>;
    const counted = function (this: pg.Client) {
      attempts.inFlight++;
      return connect.call(this).finally(() => attempts.inFlight--);
    };
    const spy: { mockImplementation: (created: typeof counted) => unknown } = jest.spyOn(
      pg.Client.prototype,
      'connect',
    );
    spy.mockImplementation(counted);
    return attempts;
  }

  it('stop connecting when closed while waiting for the next attempt', async () => {
    const attempts = watchAttempts();
    const signals = new Signals(url);
    await signals.start();
    await eventually(() => expect(reached.length).toBeGreaterThan(2));
    await signals.close();
    expect(attempts.inFlight).toBe(0);
  });

  it('stop connecting when closed during an attempt', async () => {
    respond = () => undefined;
    const attempts = watchAttempts();
    const signals = new Signals(url);
    const started = signals.start();
    await eventually(() => expect(reached).toHaveLength(1));
    await signals.close();
    await started;
    expect([attempts.inFlight, reached.length]).toEqual([0, 1]);
  });

  it('can be closed before they are started', async () => {
    const signals = new Signals(url);
    await signals.close();
    await signals.start();
    expect(reached).toHaveLength(0);
  });
});

describe('a coalesced signal', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('covers all events of a few milliseconds, and is sent again for later ones', () => {
    const notify = jest.fn(() => Promise.resolve());
    const signal = new CoalescedSignal(notify, { gatherMillis: 5, intervalMillis: 25 });
    for (let i = 0; i < 100; i++) signal.send();
    jest.advanceTimersByTime(5);
    expect(notify).toHaveBeenCalledTimes(1);
    for (let millis = 0; millis < 1000; millis++) {
      signal.send();
      jest.advanceTimersByTime(1);
    }
    expect(notify.mock.calls.length).toBeLessThanOrEqual(41);
    jest.advanceTimersByTime(1000);
    expect(notify.mock.calls.length).toBeGreaterThanOrEqual(40);
    notify.mockClear();
    signal.send();
    jest.advanceTimersByTime(5);
    expect(notify).toHaveBeenCalledTimes(1);
  });

  it('carries each payload once', () => {
    const notify = jest.fn((_payloads: readonly string[]) => Promise.resolve());
    const signal = new CoalescedSignal(notify, { gatherMillis: 0, intervalMillis: 5 });
    signal.send('a', 'b');
    signal.send('a');
    jest.advanceTimersByTime(5);
    signal.send('c');
    jest.advanceTimersByTime(5);
    expect(notify.mock.calls).toEqual([[['a', 'b']], [['c']]]);
  });
});
