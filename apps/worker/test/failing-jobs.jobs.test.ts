import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { SqlSubscriptions } from '@tandem/adapters/events/sql-subscriptions';
import { type Feature, asFollowUp } from '@tandem/platform/feature/feature';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { useWorld } from '@tandem/testing/world';
import { echoing } from './echoes.feature.js';

class AlwaysFail {
  static needs = [] as const;

  async run(): Promise<void> {
    throw new Error('this verb always fails');
  }
}

const failing: Feature = { name: 'failing', summary: 'A job of this test', jobs: [asFollowUp(AlwaysFail)] };

describeEachBackend('work that fails', (backend) => {
  const { ada, workers } = useWorld({ backend, features: [echoing, failing], workers: 1 });
  let warned: ReturnType<typeof jest.spyOn>;

  beforeEach(() => void (warned = jest.spyOn(workers[0]!.logger, 'warn')));
  afterEach(() => void jest.restoreAllMocks());

  const isReported = (useCase: string, message: string) =>
    eventually(() =>
      expect(warned).toHaveBeenCalledWith(
        { verb: useCase, err: expect.objectContaining({ message }) as unknown },
        'failed; will be retried',
      ),
    );

  it('is logged, with its use case', async () => {
    await workers[0]!.queues.wake([{ useCase: 'AlwaysFail', tenantId: ada.tenantId, input: { resourceId: 'x' } }]);
    await isReported('AlwaysFail', 'this verb always fails');
  });

  it('is logged if no feature has a job of its name', async () => {
    await workers[0]!.queues.wake([{ useCase: 'Renamed', tenantId: ada.tenantId, input: { resourceId: 'x' } }]);
    await isReported('Renamed', 'no feature here has a job of this name');
  });

  it('is logged if a subscription cannot read its backlog', async () => {
    jest.spyOn(SqlSubscriptions.prototype, 'take').mockRejectedValue(new Error('no stretch is to be had'));
    await ada.post('/tasks', { title: 'x' });
    await isReported('EchoTask', 'no stretch is to be had');
  });
});
