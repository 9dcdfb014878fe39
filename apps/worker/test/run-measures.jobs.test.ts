import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('what operators see of runs', () => {
  const { ada, workers } = useWorld({ workers: 1 });

  it('is how many wait, how long they waited, and how long each blueprint took for which outcome', async () => {
    for (const fail of [undefined, 'final', 'once']) await ada.post('/agents/echo/runs', { input: { fail } });
    await eventually(async () => {
      const told = await workers[0]!.registry.metrics();
      expect(told).toMatch(/^tandem_agent_runs_queued \d+$/m);
      expect(told).toContain('tandem_agent_run_wait_seconds_count 3');
      for (const outcome of ['succeeded', 'failed', 'queued'])
        expect(told).toContain(`tandem_agent_run_seconds_count{blueprint="echo",outcome="${outcome}"} 1`);
    });
  });
});
