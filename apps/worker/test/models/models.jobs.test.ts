import { describe, expect, it } from '@jest/globals';
import { goals } from '../../../../examples/goals/src/goals.feature.js';
import { eventually } from '@tandem/testing/eventually';
import type { AccessPolicy } from '@tandem/testing/world';
import { done, useModel } from './models.js';

describe('an agent that asks a model', () => {
  const { ada, fake, runPrompt, stepsOf, start, ended, micros, asOwner, world } = useModel({ features: [goals] });
  const create = (title: string) => ({ name: 'create_task', arguments: { title } });
  const titled = async (title: string) => (await ada.get(`/tasks?q=${encodeURIComponent(title)}`)).body.data;
  /** The results of tools that the model got before the last question. */
  const reported = () =>
    fake.questions
      .at(-1)!
      .body.messages.filter(({ role }) => role === 'tool')
      .map(({ content }) => content!);
  const isSecond = (number: number) => number === 2;

  it('executes the calls of the model, and ends with its final output', async () => {
    fake.reply = (_, number) => (isSecond(number) ? done('One task made.') : [create('By a model')]);
    const ends = { status: 'succeeded', output: { answer: 'One task made.' } };
    const run = await runPrompt(ends, {}, { operations: ['create_task'] });
    expect(run).toMatchObject({ model: 'openai-compatible/fake', attempt: 1 });
    const [task] = await titled('By a model');
    const steps = await stepsOf(run.id);
    expect(
      steps.map(({ name, kind, operation, status }: Record<string, string>) => [name, kind, operation, status]),
    ).toEqual([
      ['model 1', 'model', 'openai-compatible/fake', 'done'],
      ['1.1 create_task', 'operation', 'create_task', 'done'],
      ['model 2', 'model', 'openai-compatible/fake', 'done'],
    ]);
    expect(steps[1].result).toEqual(task);
    const cost = steps.reduce(
      (sum: number, { cost_usd_micros }: { cost_usd_micros: number }) => sum + cost_usd_micros,
      0,
    );
    expect(await micros(run.id)).toEqual({ cost, committed: cost, reserved: 0 });
    expect(cost).toBe(fake.served);
    expect(run.cost_usd_cents).toBe(1);
    expect(fake.questions[0]!.headers.authorization).toBe('Bearer sk-test-0123456789');
  });

  it('hides prompt, output and tool results from members with fewer rights', async () => {
    const { body: task } = await ada.post('/tasks', { title: 'Secret takeover' });
    fake.reply = (_, number) =>
      isSecond(number) ? done('Secret answer.') : [{ name: 'get_task', arguments: { id: task.id } }];
    const { id } = await runPrompt({ status: 'succeeded' }, {}, { prompt: 'Secret prompt.' });
    expect(JSON.stringify(await stepsOf(id))).toMatch(/Secret takeover/);
    const reader = (policies: AccessPolicy[], role?: 'viewer') => world.member(ada, policies, role);
    const clerk = [
      { domain: '*', access_level: 'none' },
      { domain: 'agents', access_level: 'read' },
    ];
    for (const caller of [await reader([], 'viewer'), await reader(clerk)]) {
      const path = `/agents/assistant/runs/${id}`;
      const run = await caller.get(path);
      expect(run.body).toMatchObject({ status: 'succeeded', input: null, output: null, content_hidden: true });
      const steps = await caller.get(`${path}/steps`);
      expect(steps.body).toMatchObject({ status: 403, code: 'insufficient_scope' });
      const texts = [run, steps, await caller.get('/agent-runs'), await caller.get('/webhook-events')];
      expect(JSON.stringify(texts.map(({ body }) => body))).not.toMatch(/Secret (prompt|answer)/);
    }
  });

  it('executes several calls of one response in order, even if the provider repeats their ids', async () => {
    const titles = ['call one', 'call two', 'call three'];
    fake.reply = (_, number) =>
      isSecond(number) ? done() : titles.map((title) => ({ ...create(title), id: 'call_0' }));
    const run = await runPrompt({ status: 'succeeded' });
    const created = await Promise.all(titles.map(async (title) => (await titled(title))[0].created_at));
    expect(created).toEqual([...created].sort());
    const names = (await stepsOf(run.id)).map(({ name }: { name: string }) => name);
    expect(names.slice(1, 4)).toEqual(['1.1 create_task', '1.2 create_task', '1.3 create_task']);
    expect(new Set(fake.questions[1]!.body.messages.flatMap(({ tool_call_id: id }) => id ?? [])).size).toBe(3);
  });

  it('reports refusals to the model, and continues', async () => {
    const nowhere = '019ab1c2-5d0e-7c11-8a3c-2f1b7e90d4aa';
    const calls = [
      { name: 'create_task', arguments: { titel: 'x' } },
      { name: 'create_task', arguments: '{"title":' },
      { name: 'create_task', arguments: '[1]' },
      { name: 'drop_tables', arguments: {} },
      { name: 'complete_task', arguments: { id: nowhere } },
    ];
    fake.reply = (_, number) => (isSecond(number) ? done() : calls);
    await runPrompt({ status: 'succeeded' });
    const [unknownField, noJson, noObject, noTool, notFound] = reported();
    expect(unknownField).toMatch(/"code":"invalid_body".*titel/);
    expect(noJson).toMatch(/JSON/);
    expect(noObject).toMatch(/must be a JSON object/);
    expect(noTool).toMatch(/drop_tables/);
    expect(notFound).toMatch(/"code":"not_found"/);
  });

  it.each([
    ['a refused call', { name: 'create_task', arguments: { title: '' } }],
    ['an unknown tool', { name: 'drop_tables', arguments: {} }],
  ])('ends when the model insists on %s', async (_, call) => {
    fake.reply = () => [call];
    expect(await runPrompt({ status: 'failed' })).toMatchObject({ failure_category: 'tool_error' });
    expect(fake.questions).toHaveLength(5);
  });

  it.each([
    ['one that says no more', () => 'All done!', 'output_invalid', 2],
    ['one that finishes with something else', () => [{ name: 'finish', arguments: { reply: 1 } }], 'output_invalid', 1],
    ['one that never comes to an end', () => [{ name: 'list_tasks', arguments: { limit: 1 } }], 'step_limit', 20],
  ])('fails for %s', async (_, reply, category, questions) => {
    fake.reply = reply;
    expect(await runPrompt({ status: 'failed' }, { budget_usd_cents: 100 })).toMatchObject({
      failure_category: category,
    });
    expect(fake.questions).toHaveLength(questions);
  });

  it('reminds a model once to finish', async () => {
    fake.reply = (_, number) => (isSecond(number) ? done() : 'I think I am done.');
    await runPrompt({ status: 'succeeded' });
    expect(fake.questions[1]!.body.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('finish'),
    });
  });

  it('may call only the operations it is given', async () => {
    fake.reply = () => done();
    const operations = ['create_task', 'list_tasks'];
    await runPrompt({ status: 'succeeded' }, {}, { operations });
    const offered = fake.questions[0]!.body.tools!.map(({ function: { name } }) => name);
    expect(offered.sort()).toEqual([...operations, 'finish'].sort());
    const refused = await ada.post('/agents/assistant/runs', { input: { prompt: 'x', operations: ['start_run'] } });
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ pointer: '/input/operations/0', code: 'not_found' }],
    ]);
  });

  it('gets no operations on agents, keys or rights', async () => {
    fake.reply = () => done();
    await runPrompt({ status: 'succeeded' });
    const offered = fake.questions[0]!.body.tools!.map(({ function: { name } }) => name).join(' ');
    expect(offered).toMatch(/create_task/);
    expect(offered).not.toMatch(/_run|_key|webhook|schedule|tenant|_app\b|invitation|replace_access/);
  });

  it("calls a team's own operations too", async () => {
    fake.reply = (_, number) =>
      isSecond(number) ? done() : [{ name: 'create_goal', arguments: { title: 'A hundred customers' } }];
    await runPrompt({ status: 'succeeded' });
    const offered = fake.questions[0]!.body.tools!.map(({ function: { name } }) => name);
    expect(offered).toEqual(expect.arrayContaining(['create_goal', 'list_goals', 'reach_goal']));
    expect((await ada.get('/goals')).body.data).toMatchObject([{ title: 'A hundred customers' }]);
  });

  it('replays the journal in a later attempt, and repeats no question', async () => {
    fake.reply = (_, number) => {
      if (number === 2) return (response) => void response.writeHead(503).end('busy');
      return number === 1 ? [create('Asked once')] : done();
    };
    const id = await start({ prompt: 'Do it.' });
    await ended(id, { status: 'queued', consecutive_failures: 1, failure_category: 'model_error' });
    await asOwner('update agent_runs set run_at = now() where id = $1', [id]);
    await ended(id, { status: 'succeeded', attempt: 2 });
    expect(await titled('Asked once')).toHaveLength(1);
    expect(fake.questions).toHaveLength(3);
    expect(await micros(id)).toMatchObject({ cost: fake.served, reserved: 0 });
  });

  it('keeps the order of calls if its worker is killed between them, and repeats none', async () => {
    const titles = ['kept one', 'kept two', 'kept three', 'kept three'];
    fake.reply = (_, number) =>
      isSecond(number) ? done() : titles.map((title) => ({ ...create(title), id: 'call_0' }));
    await asOwner(`
      create function hold_second() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(4242); return new; end $$;
      create trigger held before insert on tasks
        for each row when (new.title = 'kept two') execute function hold_second()`);
    const holding = world.session();
    await holding.query('select pg_advisory_lock(4242)');
    for (const worker of world.workers.splice(0)) await worker.close();
    const doomed = await world.forkWorker();
    const id = await start({ prompt: 'x' });
    await eventually(async () => expect(await holding.waiting()).toBeGreaterThan(0));
    expect((await stepsOf(id)).map(({ name }: { name: string }) => name)).toEqual(['model 1', '1.1 create_task']);
    await doomed.end('SIGKILL');
    await holding.close();
    await asOwner(`update agent_runs set lease_expires_at = now() - interval '1 second' where id = $1`, [id]);
    await world.startWorker();
    await ended(id, { status: 'succeeded', attempt: 2 });
    const created = await asOwner<{ title: string }>(
      `select title from tasks where title like 'kept%' order by created_at`,
    );
    expect(created.map(({ title }) => title)).toEqual(titles);
    expect(fake.questions).toHaveLength(2);
  });
});
