import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';
import { Scripted, type Script } from './scripted.js';

const scripts = { name: 'scripts', summary: 'Agents of this test', provides: [Scripted] };
const create = (title: string, fields: object = {}) => ({ operation: 'create_task', arguments: { title, ...fields } });

describe('operations of runs', () => {
  const { ada, asOwner, tenant } = useWorld({ features: [scripts], workers: 1 });

  const start = async (input: Script) => (await ada.post('/agents/scripted/runs', { input })).body.id as string;
  const ended = (id: string, status: string) =>
    eventually(async () => {
      const { body } = await ada.get(`/agents/scripted/runs/${id}`);
      expect(body.status).toBe(status);
      return body;
    });
  const stepsOf = async (id: string) => (await ada.get(`/agents/scripted/runs/${id}/steps`)).body.data.reverse();
  const titled = async (title: string) => (await ada.get(`/tasks?q=${encodeURIComponent(title)}`)).body.data;
  const fails = async (input: Script) => ended(await start(input), 'failed');

  it('do the same as their routes, with the run as actor, and are in the journal', async () => {
    const id = await start({ acts: [create('Made by a run', { priority: 'high' })] });
    const { output } = await ended(id, 'succeeded');
    const [task] = await titled('Made by a run');
    expect(output).toEqual([task]);
    const [entry] = (await ada.get(`/audit-log?resource_id=${task.id}`)).body.data;
    expect(entry).toMatchObject({ action: 'task.created', actor_type: 'agent', actor_id: id });
    const ofRun = async (caller: Caller, run: string) => (await caller.get(`/audit-log?run_id=${run}`)).body.data;
    expect(await ofRun(ada, id)).toContainEqual(entry);
    for (const { actor_id } of await ofRun(ada, id)) expect(actor_id).toBe(id);
    expect([await ofRun(await tenant('Other'), id), await ofRun(ada, task.id)]).toEqual([[], []]);
    expect(await stepsOf(id)).toEqual([
      expect.objectContaining({
        ...{ number: 1, name: 'act 1', kind: 'operation', operation: 'create_task', status: 'done', attempt: 1 },
        arguments: { title: 'Made by a run', priority: 'high' },
        ...{ result: task, error: null, truncated: false, cost_usd_micros: 0 },
      }),
    ]);
  });

  it('run in the order of the calls, even of concurrent ones', async () => {
    const titles = ['first', 'second', 'third', 'fourth'];
    const id = await start({ acts: titles.map((title) => create(title)), atOnce: true });
    await ended(id, 'succeeded');
    const steps = await stepsOf(id);
    expect(steps.map((step: { result: { title: string } }) => step.result.title)).toEqual(titles);
    const created = steps.map((step: { result: { created_at: string } }) => step.result.created_at);
    expect(created).toEqual([...created].sort());
  });

  it('are not repeated by a later attempt, which gets their recorded results', async () => {
    const id = await start({ acts: [create('Only once')], first: 'fails' });
    await ended(id, 'queued').then(() => eventually(async () => expect(await stepsOf(id)).toHaveLength(1)));
    await eventually(async () => expect((await ended(id, 'queued')).consecutive_failures).toBe(1));
    await asOwner('update agent_runs set run_at = now() where id = $1', [id]);
    const { output, attempt } = await ended(id, 'succeeded');
    expect(attempt).toBe(2);
    expect(await titled('Only once')).toEqual(output);
    expect(await stepsOf(id)).toHaveLength(1);
  });

  it('that differ from those of the attempt before fail the run', async () => {
    const id = await start({ acts: [create('As it was')], first: 'changes its mind' });
    await eventually(async () => expect((await ended(id, 'queued')).consecutive_failures).toBe(1));
    await asOwner('update agent_runs set run_at = now(), attempt = 2 where id = $1', [id]);
    expect(await ended(id, 'failed')).toMatchObject({
      failure_category: 'internal',
      failure_detail: expect.stringContaining('did not repeat itself'),
    });
    expect(await titled('another')).toEqual([]);
  });

  it('that a rule refuses are recorded and change nothing, and the run continues', async () => {
    const nowhere = '019ab1c2-5d0e-7c11-8a3c-2f1b7e90d4aa';
    const acts = [create(''), { operation: 'delete_task', arguments: { id: nowhere } }, create('After refusals')];
    const id = await start({ acts, goesOn: true });
    const { output } = await ended(id, 'succeeded');
    expect(output.slice(0, 2)).toMatchObject([
      { refusal: { code: 'invalid_body', errors: [{ pointer: '/title' }] } },
      { refusal: { code: 'not_found' } },
    ]);
    const reported = (await stepsOf(id)).map(
      ({ status, error }: { status: string; error: { code: string } | null }) => [status, error?.code],
    );
    expect(reported).toEqual([
      ['failed', 'invalid_body'],
      ['failed', 'not_found'],
      ['done', undefined],
    ]);
  });

  it('that are refused fail a run that does not handle it, and one that repeats them', async () => {
    expect(await fails({ acts: [create('')] })).toMatchObject({ failure_category: 'tool_error', attempt: 1 });
    const insisting = await fails({ acts: Array.from({ length: 9 }, () => create('')), goesOn: true });
    expect(insisting).toMatchObject({ failure_category: 'tool_error' });
    expect(insisting.failure_detail).toMatch(/refused 5 times/);
    expect(await stepsOf(insisting.id)).toHaveLength(5);
  });

  it('that the blueprint does not name, or that no agent may use, are refused finally', async () => {
    for (const operation of ['create_project', 'start_run', 'drop_tables'])
      expect(await fails({ acts: [{ operation, arguments: {} }], goesOn: true })).toMatchObject({
        failure_category: 'permission_denied',
        failure_detail: expect.stringContaining(operation),
      });
  });

  it('are shown without secrets, and cut if they are long', async () => {
    const description = `${'long '.repeat(6000)}`;
    const acts = [create('The key is wsk_live_abcdefgh12345678'), create('Long', { description })];
    const id = await start({ acts });
    const { output } = await ended(id, 'succeeded');
    const [secret, long] = await stepsOf(id);
    expect(secret.arguments).toEqual({ title: 'The key is [masked]' });
    expect(secret.result.title).toBe('The key is [masked]');
    expect(long).toMatchObject({ truncated: true, result: expect.stringMatching(/^\{"id"/) });
    expect(long.result.length).toBeLessThanOrEqual(16 * 1024);
    expect(output[1].description).toBe(description);
  });
});
