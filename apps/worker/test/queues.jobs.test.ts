import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { eventually } from '@tandem/testing/eventually';
import { silentAtFirst } from '@tandem/testing/late-postgres';
import { OtherSession } from '@tandem/testing/other-session';
import { temporaryDatabase } from '@tandem/testing/temporary-postgres';
import { describeEachBackend, temporaryRedis } from '@tandem/testing/temporary-redis';
import { testSettings } from '@tandem/testing/test-settings';
import { Queues } from '@tandem/worker/queues';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describeEachBackend('queues', (backend) => {
  it('leave no timer that keeps the process alive', async () => {
    const database = await temporaryDatabase();
    const redis = backend === 'Redis' ? await temporaryRedis() : undefined;
    const before = timers();
    const queues = new Queues(features, testSettings(database.url, redis ? { REDIS_URL: redis.url } : {}), () => {});
    await queues.counts();
    await queues.close();
    await eventually(() => expect(timers()).toBeLessThanOrEqual(before), 3000);
    await redis?.stop();
    await database.drop();
  });
});

describe('queues that are stopped while they connect', () => {
  it('close every connection', async () => {
    const database = await temporaryDatabase();
    const other = new OtherSession(() => database.url);
    const queues = new Queues(features, testSettings(database.url), () => {});
    await other.query('begin');
    await other.query('lock table bullmq.migration');
    queues.consume(async () => undefined);
    await eventually(async () => expect(await other.waiting()).toBeGreaterThan(1));
    const stopped = queues.stop();
    await Promise.race([stopped, pause(300)]); // A stop that does not wait for them has ended by now.
    await other.query('commit');
    await stopped;
    await pause(300); // Leaves time for connections made after the stop.
    await queues.close();
    const text = `select application_name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`;
    await eventually(async () => expect(await other.query(text)).toEqual([]), 3000);
    await other.close();
    await database.drop();
  });
});

describe('queues on a PostgreSQL that is slow at first', () => {
  it('are processed once it responds', async () => {
    const database = await temporaryDatabase();
    const postgres = await silentAtFirst(database.url);
    const late = { DATABASE_DIRECT_URL: postgres.url, DATABASE_CONNECTION_TIMEOUT_MS: '300' };
    const [errors, done]: [string[], string[]] = [[], []];
    const queues = new Queues(features, testSettings(database.url, late), ({ message }) => void errors.push(message));
    queues.consume(async ({ useCase }) => void done.push(useCase));
    await expect(queues.counts()).rejects.toThrow('timeout');
    await eventually(() => expect(errors).toContainEqual(expect.stringContaining('timeout')));
    postgres.speak();
    await eventually(() => queues.counts());
    await queues.wake([{ useCase: 'DeliverDue', tenantId: '0', input: {} }]);
    await eventually(() => expect(done).toEqual(['DeliverDue']));
    await queues.stop();
    await queues.close();
    await postgres.close();
    await database.drop();
  });
});
