import { describe, expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { eventually } from '@tandem/testing/eventually';
import { silentAtFirst } from '@tandem/testing/late-postgres';
import { temporaryDatabase } from '@tandem/testing/temporary-postgres';
import { describeEachBackend, temporaryRedis } from '@tandem/testing/temporary-redis';
import { testSettings } from '@tandem/testing/test-settings';
import { Queues } from '@tandem/worker/queues';

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describeEachBackend('queues', (backend) => {
  it('leave no timer behind that would keep their process', async () => {
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

describe('queues on a PostgreSQL that takes too long to answer at first', () => {
  it('are worked on once it answers', async () => {
    const database = await temporaryDatabase();
    const postgres = await silentAtFirst(database.url);
    const late = { DATABASE_DIRECT_URL: postgres.url, DATABASE_CONNECTION_TIMEOUT_MS: '300' };
    const [errors, done]: [string[], string[]] = [[], []];
    const queues = new Queues(features, testSettings(database.url, late), ({ message }) => void errors.push(message));
    queues.consume(async ({ verb }) => void done.push(verb));
    await expect(queues.counts()).rejects.toThrow('timeout');
    await eventually(() => expect(errors).toContain('timeout expired'));
    postgres.speak();
    await eventually(() => queues.counts());
    await queues.wake([{ verb: 'DeliverDue', tenantId: '0', input: {} }]);
    await eventually(() => expect(done).toEqual(['DeliverDue']));
    await queues.stop();
    await queues.close();
    await postgres.close();
    await database.drop();
  });
});
