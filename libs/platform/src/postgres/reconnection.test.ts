import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { endingAtOnce } from '@tandem/testing/late-postgres';
import { openPool, Reconnection } from './reconnection.js';

const away = new Error('the server is unavailable');

describe('reconnecting', () => {
  let reconnection: Reconnection;
  let attempts: number;
  beforeEach(() => {
    attempts = 0;
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(1); // No jitter: the full wait.
    reconnection = new Reconnection();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const open = (connect: () => Promise<void>) =>
    reconnection.open(() => {
      attempts++;
      return connect();
    });
  const fail = () => open(() => Promise.reject(away)).catch((error: unknown) => error);
  const succeed = () => open(() => Promise.resolve());
  /** Milliseconds until the next attempt. */
  const waited = async () => {
    const before = attempts;
    for (let millis = 0; ; millis += 50) {
      expect(await fail()).toBe(away);
      if (attempts > before) return millis;
      jest.advanceTimersByTime(50);
    }
  };

  it('waits 0.1 s, then twice as long each time, up to 5 s', async () => {
    await fail();
    const waits = [];
    for (let attempt = 0; attempt < 8; attempt++) waits.push(await waited());
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  });

  it('shortens the wait by jitter to no less than half', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
    await fail();
    expect([await waited(), await waited(), await waited()]).toEqual([50, 100, 200]);
  });

  it('starts again at 0.1 s after a successful connection', async () => {
    await fail();
    for (let attempt = 0; attempt < 4; attempt++) await waited();
    jest.advanceTimersByTime(5000);
    await succeed();
    reconnection.lost(away);
    expect([await waited(), await waited()]).toEqual([100, 100]);
  });

  it('makes one attempt at a time, and other callers wait for its outcome', async () => {
    await fail();
    jest.advanceTimersByTime(100);
    let succeedNow = () => {};
    const trial = open(() => new Promise<void>((resolve) => (succeedNow = resolve)));
    const others = [succeed(), succeed()];
    expect(attempts).toBe(2);
    succeedNow();
    await Promise.all([trial, ...others]);
    expect(attempts).toBe(4);
  });
});

describe('a server that accepts connections but never responds', () => {
  const sockets: Socket[] = [];
  let server: Server;
  let connectionString: string;
  beforeEach(async () => {
    server = createServer((socket) => void sockets.push(socket.on('error', () => undefined).resume()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    connectionString = `postgres://nobody@127.0.0.1:${(server.address() as { port: number }).port}/nothing`;
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('delays callers by one attempt at most, and its connections are closed', async () => {
    const pool = openPool({ connectionString, connectionTimeoutMillis: 200 });
    await expect(pool.connect()).rejects.toThrow('timeout');
    const started = performance.now();
    // Callers fail at once until an attempt is due, which both then share.
    await eventually(async () => {
      const outcomes = await Promise.allSettled([pool.connect(), pool.connect()]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(sockets.length).toBe(2);
    });
    expect(performance.now() - started).toBeLessThan(5000);
    await eventually(() => expect(sockets.filter(({ closed }) => !closed)).toEqual([]));
    await pool.end();
  }, 10_000);
});

describe('a server that ends a session as it begins', () => {
  it('fails the work on that connection alone', async () => {
    const { url, close } = await endingAtOnce();
    const pool = openPool({ connectionString: url, connectionTimeoutMillis: 200 });
    await expect(pool.query('select 1')).rejects.toThrow('not queryable');
    await expect(pool.query('select 1')).rejects.toThrow();
    await pool.end();
    await close();
  });
});
