import { expect, it } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { eventually } from '@tandem/testing/eventually';
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
