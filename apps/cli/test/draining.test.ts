import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { freePort } from '@tandem/testing/local-server';
import { useDatabase } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { Launched, program } from './launched.js';

describe('an API process that is stopped', () => {
  let running: Launched | undefined;
  afterEach(() => running?.kill('SIGKILL'));
  const database = useDatabase();

  async function launch(seconds: number) {
    const port = `${await freePort()}`;
    const settings = { PORT: port, LOG_LEVEL: 'info', SHUTDOWN_DRAIN_SECONDS: `${seconds}` };
    const launched = (running = new Launched([program('api')], testEnvironment(database.url, settings)));
    await launched.prints(/listening/);
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    return { launched, status };
  }

  it('is not ready but serves requests until the drain time is over or it is interrupted', async () => {
    const { launched, status } = await launch(300);
    await eventually(async () => expect(await status('/readyz')).toBe(200));
    launched.kill('SIGTERM');
    await eventually(async () => expect(await status('/readyz')).toBe(503));
    expect([await status('/livez'), await status('/api/v1/me')]).toEqual([200, 401]);
    launched.kill('SIGINT');
    expect(await launched.ended).toBe(0);
    expect(launched.output).toMatch(/"msg":"draining"[^]*"msg":"stopped"/);
  });

  it('exits after the drain time', async () => {
    const { launched } = await launch(1);
    launched.kill('SIGTERM');
    expect(await launched.ended).toBe(0);
    expect(launched.output).toMatch(/"msg":"draining"[^]*"msg":"stopped"/);
  });
});
