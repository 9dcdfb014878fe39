import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { features } from '@tandem/adapters/features';
import { SqlSubscriptions } from '@tandem/adapters/events/sql-subscriptions';
import { type Feature, whenNext } from '@tandem/platform/feature/feature';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import type { AssembledWorker } from '@tandem/worker/assemble';
import { echoing } from './echoes.feature.js';
import { type Caller, openWorkerWorld, type WorkerWorld } from './worker-world.js';

class AlwaysFail {
  static needs = [] as const;

  async run(): Promise<void> {
    throw new Error('this verb always fails');
  }
}

const failing: Feature = { name: 'failing', summary: 'A job of this test', jobs: [whenNext(AlwaysFail)] };

describeEachBackend('work that fails', (backend) => {
  let world: WorkerWorld;
  let worker: AssembledWorker;
  let ada: Caller;
  let warned: ReturnType<typeof jest.spyOn>;

  beforeAll(async () => {
    world = await openWorkerWorld({ backend, features: [...features, echoing, failing] });
    ada = await world.tenant();
    worker = await world.startWorker();
  });
  beforeEach(() => void (warned = jest.spyOn(worker.logger, 'warn')));
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => world.close());

  const isTold = (verb: string, message: string) =>
    eventually(() =>
      expect(warned).toHaveBeenCalledWith(
        { verb, err: expect.objectContaining({ message }) as unknown },
        'will be tried again',
      ),
    );

  it('is told of in the log, with its verb', async () => {
    await worker.queues.wake([{ verb: 'AlwaysFail', tenantId: ada.tenantId, input: { resourceId: 'x' } }]);
    await isTold('AlwaysFail', 'this verb always fails');
  });

  it('is told of where a subscription cannot even learn what it has to do', async () => {
    jest.spyOn(SqlSubscriptions.prototype, 'take').mockRejectedValue(new Error('no stretch is to be had'));
    await ada.post('/tasks', { title: 'x' });
    await isTold('EchoTask', 'no stretch is to be had');
  });
});
