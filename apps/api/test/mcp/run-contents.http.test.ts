import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { call, connect } from './connecting.js';

describe('tools', () => {
  const world = useWorld();
  const { ada, member } = world;

  it('show no more of a run or schedule than their caller may read', async () => {
    const input = { since: '2026-11-21T00:00:00Z' };
    const { id } = (await ada.post('/agents/task-digest/runs', { input })).body as { id: string };
    const clerk = await member(ada, [
      { domain: '*', access_level: 'none' },
      { domain: 'agents', access_level: 'read' },
    ]);
    const [owners, clerks] = [await connect(world, ada), await connect(world, clerk, { query: '?toolsets=all' })];
    const run = { blueprint: 'task-digest', id };
    expect((await call(owners, 'get_run', run)).value).toMatchObject({ input, content_hidden: false });
    const hidden = { id, status: 'queued', input: null, output: null, failure_detail: null, content_hidden: true };
    expect((await call(clerks, 'get_run', run)).value).toMatchObject(hidden);
    const runs = (await call(clerks, 'list_runs', { blueprint: 'task-digest' })).value;
    expect([runs, (await call(clerks, 'list_all_runs')).value]).toMatchObject([{ data: [hidden] }, { data: [hidden] }]);
    const { isError, value } = await call(clerks, 'list_run_steps', run);
    expect([isError, value]).toMatchObject([true, { code: 'insufficient_scope', scope: 'notes:read tasks:read' }]);
    const fields = { blueprint: 'task-digest', cron_expression: '@yearly', input_template: input };
    const schedule = (await ada.post('/agent-schedules', fields)).body as { id: string };
    const { value: complete } = await call(owners, 'get_schedule', { id: schedule.id });
    expect(complete).toMatchObject({ input_template: input, content_hidden: false });
    const schedules = [{ id: schedule.id, input_template: null, content_hidden: true }];
    expect((await call(clerks, 'get_schedule', { id: schedule.id })).value).toMatchObject(schedules[0]!);
    expect((await call(clerks, 'list_schedules')).value).toMatchObject({ data: schedules });
    await Promise.all([owners.close(), clerks.close()]);
  });
});
