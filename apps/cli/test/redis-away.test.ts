import { afterEach, describe, expect, it } from '@jest/globals';
import { useDatabase } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { freePort } from '@tandem/testing/local-server';
import { Launched, program } from './launched.js';

describe('a process during an outage of Redis', () => {
  let running: Launched | undefined;
  afterEach(async () => void (await running?.stop()));
  const database = useDatabase({ fresh: 'test' });

  it.each([
    ['api', 'PORT'],
    ['worker', 'WORKER_PORT'],
  ] as const)('reports it in plain lines that name the setting, and is not ready: %s', async (app, portName) => {
    const [port, dead] = [await freePort(), await freePort()];
    const REDIS_URL = `redis://:hunter2@127.0.0.1:${dead}`;
    const env = testEnvironment(database.url, { REDIS_URL, LOG_LEVEL: 'info', [portName]: `${port}` });
    running = new Launched([program(app)], env);
    const line = `Redis at 127.0.0.1:${dead} (REDIS_URL) does not respond: connect ECONNREFUSED 127.0.0.1:${dead}.`;
    await running.prints(new RegExp(line.replace(/[.()]/g, '\\$&')));
    await running.prints(/does not respond.*\n[^]*does not respond/);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
    expect(running.output).not.toMatch(/ {4}at |"stack"|hunter2|"working"/);
    expect(await running.stop()).toBe(0);
    expect(running.output).toMatch(/"msg":"stopped"\}\n$/);
  });
});
