import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { Reconnection } from './reconnection.js';
import { EventSignal, Signals } from './signals.js';

/** Counts who waits for a connection or is making one. */
class Watched extends Reconnection {
  underWay = 0;

  override async open(...call: Parameters<Reconnection['open']>): Promise<void> {
    this.underWay++;
    try {
      await super.open(...call);
    } finally {
      this.underWay--;
    }
  }
}

describe('signals of a server that is away', () => {
  let server: Server;
  let answer: (socket: Socket) => void;
  let url: string;
  const reached: Socket[] = [];
  beforeEach(async () => {
    answer = (socket) => socket.destroy();
    server = createServer((socket) => {
      reached.push(socket.on('error', () => undefined));
      answer(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `postgres://nobody@127.0.0.1:${(server.address() as { port: number }).port}/nothing`;
  });
  afterEach(async () => {
    for (const socket of reached.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('connect no more once they are closed, while they wait for the next attempt', async () => {
    const reconnection = new Watched();
    const signals = new Signals(url, reconnection);
    await signals.start();
    await eventually(() => expect(reached.length).toBeGreaterThan(2));
    await signals.close();
    expect(reconnection.underWay).toBe(0);
  });

  it('connect no more once they are closed, while an attempt is under way', async () => {
    answer = () => undefined;
    const reconnection = new Watched();
    const signals = new Signals(url, reconnection);
    const started = signals.start();
    await eventually(() => expect(reached).toHaveLength(1));
    await signals.close();
    await started;
    expect([reconnection.underWay, reached.length]).toEqual([0, 1]);
  });

  it('can be closed before they were started', async () => {
    const signals = new Signals(url);
    await signals.close();
    await signals.start();
    expect(reached).toHaveLength(0);
  });
});

describe('the signal that there are events', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('speaks for all of a moment, soon after the first, and is sent again for what comes later', () => {
    const notify = jest.fn(() => Promise.resolve());
    const signal = new EventSignal(notify);
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
});
