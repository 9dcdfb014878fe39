import { expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { useWorld } from '@tandem/testing/world';

describeEachBackend('a worker', (backend) => {
  const { tenant, startWorker, forkWorker } = useWorld({ backend });

  it('numbers events without gaps, in the order of commits', async () => {
    const ada = await tenant();
    await startWorker();
    for (const title of ['one', 'two', 'three']) await ada.post('/tasks', { title });
    await eventually(async () => {
      const { body } = await ada.get('/webhook-events?after_sequence=0');
      const sequences = body.data.map((event: { sequence: number }) => event.sequence);
      expect(sequences.length).toBeGreaterThanOrEqual(3);
      expect(sequences).toEqual(sequences.map((_: number, index: number) => index + 1));
    });
  });

  it('runs as a process of its own and shuts down cleanly', async () => {
    const worker = await forkWorker();
    expect(worker.isAlive).toBe(true);
    await worker.end('SIGTERM');
    expect(worker.isAlive).toBe(false);
  });
});
