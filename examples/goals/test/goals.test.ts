import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { goals } from '../src/goals.feature.js';

describe('goals', () => {
  const { ada, withKey } = useWorld({ features: [goals], workers: 1 });
  let goal: string;

  beforeAll(async () => {
    goal = (await ada.post('/goals', { title: 'A hundred customers' })).body.id;
  });

  it('are created, listed, and reached only once', async () => {
    expect((await ada.get('/goals')).body.data).toMatchObject([{ id: goal, reached_at: null }]);
    expect((await ada.post(`/goals/${goal}/reach`)).status).toBe(200);
    expect((await ada.post(`/goals/${goal}/reach`)).body).toMatchObject({ status: 409, code: 'goal_reached' });
  });

  it('are celebrated by the worker when reached', async () => {
    await eventually(async () => {
      expect((await ada.get(`/goals/${goal}`)).body.celebrated_at).not.toBeNull();
    });
  });

  it('require rights of their own domain', async () => {
    const reader = await withKey(ada, { scopes: ['goals:read'] });
    expect((await reader.get('/goals')).status).toBe(200);
    expect((await reader.post('/goals', { title: 'x' })).body).toMatchObject({ status: 403, scope: 'goals:write' });
  });

  it('can be mentioned in notes', async () => {
    await ada.post('/notes', { title: 'Plan', body: `We want @[it](mention://goal/${goal}).` });
    expect((await ada.get(`/backlinks/goal/${goal}`)).body).toMatchObject([{ title: 'Plan' }]);
  });

  it('are found by the search', async () => {
    await eventually(async () => {
      expect((await ada.get('/search?q=customers&types=goal')).body.data).toMatchObject([{ id: goal }]);
    });
  });

  it('are counted by an agent', async () => {
    const { body: run } = await ada.post('/agents/goal-report/runs', { input: {} });
    await eventually(async () => {
      const { body } = await ada.get(`/agents/goal-report/runs/${run.id}`);
      expect(body).toMatchObject({ status: 'succeeded', output: { all: 1, reached: 1 } });
    });
  });

  it('are created by an agent through their route', async () => {
    const { body: run } = await ada.post('/agents/monthly-goal/runs', { input: { title: 'Ten talks' } });
    const id = await eventually(async () => {
      const { body } = await ada.get(`/agents/monthly-goal/runs/${run.id}`);
      expect(body.status).toBe('succeeded');
      return body.output.goal_id as string;
    });
    expect((await ada.get(`/goals/${id}`)).body.title).toMatch(/^\d{4}-\d{2}: Ten talks$/);
    expect((await ada.get(`/audit-log?resource_id=${id}`)).body.data).toMatchObject([{ actor_id: run.id }]);
    const reader = await withKey(ada, { scopes: ['goals:read', 'agents:write'] });
    const { body: refused } = await reader.post('/agents/monthly-goal/runs', { input: { title: 'No right' } });
    await eventually(async () => {
      const { body } = await ada.get(`/agents/monthly-goal/runs/${refused.id}`);
      expect(body).toMatchObject({ status: 'failed', failure_category: 'permission_denied' });
    });
  });

  it('provide a key provider, whose keys can be stored', async () => {
    const key = { key: 'a-long-enough-key', base_url: 'https://goals.example.com' };
    expect((await ada.put('/integration-keys/goal-tracker', key)).status).toBeLessThan(300);
  });
});
