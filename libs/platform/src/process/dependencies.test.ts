import { describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Dependencies, databaseDependency, redisDependency } from './dependencies.js';

const rhythm = { everyMillis: 1, silenceMillis: 40, maxMillis: 80 };

/** A server that can be made unavailable, and the log lines about it. */
function watched() {
  const lines: string[] = [];
  const log = (line: unknown) => void lines.push(String(line));
  let isAway = false;
  let checks = 0;
  const check = async () => {
    checks++;
    if (isAway) throw new Error('connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap');
  };
  const dependency = databaseDependency('postgres://ada:secret@127.0.0.1:5432/x', check);
  const dependencies = new Dependencies([dependency], { warn: log, info: log }, rhythm);
  const until = async (holds: () => boolean) => {
    while (!holds()) await pause(1);
  };
  return { dependencies, lines, until, checks: () => checks, goAway: (now: boolean) => void (isAway = now) };
}

describe('a server that a process needs', () => {
  it('is reported in one line with its setting, again at growing intervals, and once when available', async () => {
    const { dependencies, lines, until, checks, goAway } = watched();
    await dependencies.start();
    goAway(true);
    await until(() => lines.length >= 3);
    const checksBefore = checks();
    goAway(false);
    await until(() => !dependencies.isAway);
    dependencies.close();
    const away =
      'PostgreSQL at 127.0.0.1:5432 (DATABASE_URL) does not respond: ' +
      'connect ECONNREFUSED 127.0.0.1:5432. It is checked until it responds.';
    expect(lines.slice(0, -1).every((line) => line === away)).toBe(true);
    expect(lines.length - 1).toBeLessThan(checksBefore / 2);
    expect(lines.at(-1)).toMatch(/^PostgreSQL at 127\.0\.0\.1:5432 \(DATABASE_URL\) responds again, after \d+ s\.$/);
  });

  it('is reported at once during startup, which continues when the server responds', async () => {
    const { dependencies, lines, until, goAway } = watched();
    goAway(true);
    let isReady = false;
    void dependencies.start().then(() => (isReady = true));
    await until(() => lines.length > 0);
    expect(isReady).toBe(false);
    goAway(false);
    await until(() => isReady);
    dependencies.close();
  });

  it('reports the connection error of Redis rather than that of a command', async () => {
    const redis = Object.assign(new EventEmitter(), { ping: () => Promise.reject(new Error('Connection is closed.')) });
    const { name, check } = redisDependency('redis://:secret@cache:6379', redis);
    redis.emit('error', new Error('WRONGPASS invalid username-password pair'));
    expect(name).toBe('Redis at cache:6379 (REDIS_URL)');
    await expect(check()).rejects.toThrow('WRONGPASS');
  });
});
