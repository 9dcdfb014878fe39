import { describe, expect, it } from '@jest/globals';
import { busyMachineMillis, eventually } from '@tandem/testing/eventually';
import type { Counting } from '@tandem/testing/outside/fake-model';
import { done, useModel } from './models.js';

const times =
  (factor: number): Counting =>
  (input, output) => ({ prompt_tokens: Math.floor(input * factor), completion_tokens: Math.floor(output * factor) });

describe('what an agent may spend on a model', () => {
  const { ada, fake, runPrompt, start, ended, run, micros, stepsOf, asOwner, world } = useModel({
    // The heartbeat, which notices a cancellation too, is later than the end of every test.
    settings: { LEASE_SECONDS: '120' },
  });
  const creates = () => [{ name: 'create_task', arguments: { title: 'made' } }];
  const bytesOf = (index: number) => Buffer.byteLength(fake.questions[index]!.text);

  it.each<[string, Counting]>([
    ['nothing', () => undefined],
    ['null', () => null],
    ['nulls', () => ({ prompt_tokens: null, completion_tokens: null })],
    ['a tenth', times(0.1)],
    ['texts', () => ({ prompt_tokens: -5, completion_tokens: 1.5 })],
  ])('counts the maximum possible cost if the provider reports %s', async (_, counting) => {
    fake.reply = () => done();
    fake.counting = counting;
    const { id } = await runPrompt({ status: 'succeeded' }, { budget_usd_cents: 30 });
    const { cost, committed } = await micros(id);
    const limit = fake.questions[0]!.body.max_tokens!;
    expect(cost).toBeGreaterThan(limit * 10);
    expect(Math.abs(cost - (bytesOf(0) + limit * 10))).toBeLessThan(10);
    expect(committed).toBe(cost);
    expect((await stepsOf(id))[0].usage).toEqual({ input_tokens: null, output_tokens: null });
  });

  it('ends when a provider reports more than the limit', async () => {
    fake.reply = () => done();
    fake.counting = times(10);
    const { id } = await runPrompt({ status: 'failed', failure_category: 'configuration' }, { budget_usd_cents: 30 });
    expect(fake.questions).toHaveLength(1);
    expect((await micros(id)).cost).toBeGreaterThan(fake.questions[0]!.body.max_tokens! * 10);
  });

  it('uses the cost stated by the provider, and the price of cached input', async () => {
    fake.reply = () => done();
    fake.counting = (input, output) => ({ prompt_tokens: input, completion_tokens: output, cost: 0.000123 });
    const stated = await runPrompt({ status: 'succeeded' });
    expect(await micros(stated.id)).toMatchObject({ cost: 123, committed: fake.served });
    fake.reset();
    fake.counting = (input, output) => ({
      ...{ prompt_tokens: input, completion_tokens: output, prompt_tokens_details: { cached_tokens: input } },
    });
    const cached = await micros((await runPrompt({ status: 'succeeded' })).id);
    expect(cached.cost).toBeLessThan(cached.committed / 2);
  });

  it('allows no question if it covers less than 256 tokens of output', async () => {
    fake.reply = () => done();
    await runPrompt(
      { status: 'failed', failure_category: 'budget_exceeded', cost_usd_cents: 0 },
      { budget_usd_cents: 1 },
    );
    expect(fake.questions).toHaveLength(0);
  });

  it('limits output to the rest of the budget, and never exceeds it', async () => {
    fake.reply = creates;
    const budget = { budget_usd_cents: 2 };
    const { id } = await runPrompt({ status: 'failed', failure_category: 'budget_exceeded' }, budget, {
      operations: ['create_task'],
    });
    expect(fake.served).toBeLessThanOrEqual(20_000);
    expect((await micros(id)).committed).toBeLessThanOrEqual(20_000);
  });

  it('excludes models without a price', async () => {
    const { body } = await ada.post('/agents/assistant/runs', {
      input: { prompt: 'x' },
      model: 'openai-compatible/dear',
    });
    const { failure_detail: detail } = await ended(body.id, { status: 'failed', failure_category: 'configuration' });
    expect(detail).toMatch(/No price of openai-compatible\/dear/);
    expect(fake.questions).toHaveLength(0);
  });

  it.each([
    ['400', 400, {}, 'configuration'],
    ['401', 401, {}, 'configuration'],
    ['a redirect', 302, { location: '/elsewhere' }, 'configuration'],
    ['429', 429, {}, 'rate_limited'],
    ['500', 500, {}, 'model_error'],
    ['529', 529, {}, 'model_error'],
  ])('costs nothing if the provider responds %s', async (_, status, headers, category) => {
    fake.reply = () => (response) =>
      void response.writeHead(status, headers).end('{"error":{"message":"no, sk-test-0123456789"}}');
    const id = await start({ prompt: 'x' });
    await eventually(async () => expect((await run(id)).failure_category).toBe(category));
    const body = await run(id);
    expect(body.status).toBe(category === 'configuration' ? 'failed' : 'queued');
    expect(body.failure_detail).toContain(`answered ${status}: no, [masked]`);
    expect(await micros(id)).toEqual({ cost: 0, committed: 0, reserved: 0 });
    expect(fake.questions).toHaveLength(1);
  });

  it('ends at once when the quota of the provider is used up', async () => {
    fake.reply = () => (response) => void response.writeHead(429).end('{"error":{"code":"insufficient_quota"}}');
    await runPrompt({ status: 'failed', failure_category: 'configuration' });
  });

  it.each<[string, string, string]>([
    ['a stream of events', 'text/event-stream', 'data: {"choices":[]}\n\ndata: [DONE]\n\n'],
    ['a web page', 'text/html', '<!doctype html><title>Sign in</title>'],
    ['JSON of something else', 'application/json', '{"ok":true}'],
    ['no choice', 'application/json', '{"choices":[]}'],
  ])('counts as possibly billed if the response is %s', async (_, type, text) => {
    fake.reply = () => (response) => void response.setHeader('content-type', type).end(text);
    const id = await start({ prompt: 'x' });
    await ended(id, { status: 'queued', failure_category: 'model_error' });
    const { cost, committed, reserved } = await micros(id);
    expect([cost > 0, committed === cost, reserved]).toEqual([true, true, 0]);
  });

  it('counts as possibly billed when the connection breaks', async () => {
    fake.reply = () => (response) => void response.writeHead(200).write('{"choices"', () => response.destroy());
    const id = await start({ prompt: 'x' });
    await ended(id, { status: 'queued', failure_category: 'model_error' });
    expect((await micros(id)).cost).toBeGreaterThan(0);
  });

  it('waits for the time that the provider demands', async () => {
    fake.reply = () => (response) => void response.writeHead(429, { 'retry-after': '77' }).end();
    const id = await start({ prompt: 'x' });
    const { run_at: runAt } = await ended(id, { status: 'queued', failure_category: 'rate_limited' });
    const wait = Date.parse(runAt) - fake.questions[0]!.at;
    expect(wait).toBeGreaterThanOrEqual(77_000);
    expect(wait).toBeLessThan(80_000);
  });

  it('stops when the run is cancelled, and counts what may have been billed', async () => {
    fake.reply = () => () => undefined;
    const id = await start({ prompt: 'x', operations: ['create_task'] });
    await eventually(() => expect(fake.questions).toHaveLength(1));
    const cancelledAt = Date.now() - fake.questions[0]!.at;
    await ada.post(`/agents/assistant/runs/${id}/cancel`);
    await eventually(() => expect(fake.questions[0]!.hungUpAfter).toBeDefined());
    expect(fake.questions[0]!.hungUpAfter! - cancelledAt).toBeLessThan(1000 + busyMachineMillis);
    const { cost, reserved } = await micros(id);
    expect([cost > 0, reserved]).toEqual([true, 0]);
    // The question, and a response of 4096 tokens at 10 micro-USD each: slightly over four cents.
    expect((await run(id)).cost_usd_cents).toBe(5);
  });

  it('is a metric by model, in whichever process counts it: the API counts cancellations', async () => {
    const [paid] = await asOwner<{ usd: number }>('select sum(cost_micro_usd)::float / 1000000 as usd from agent_runs');
    await eventually(async () => {
      const pages = [await world.workers[0]!.registry.metrics(), (await world.raw('get', '/metrics')).text];
      const reported = pages.map((page) => /^tandem_agent_cost_usd_total(\{.*\}) (.+)$/m.exec(page)!);
      expect(new Set(reported.map(([, labels]) => labels))).toEqual(new Set(['{model="openai-compatible/fake"}']));
      expect(Number(reported[0]![2]) + Number(reported[1]![2])).toBeCloseTo(paid!.usd, 9);
    });
  });

  it('counts both questions if a worker is killed before the first response', async () => {
    fake.reply = (_, number) => (number === 1 ? () => undefined : done());
    for (const worker of world.workers.splice(0)) await worker.close();
    const doomed = await world.forkWorker();
    const id = await start({ prompt: 'x' });
    await eventually(() => expect(fake.questions).toHaveLength(1));
    await doomed.end('SIGKILL');
    const { reserved } = await micros(id);
    expect(reserved).toBeGreaterThan(0);
    await asOwner(`update agent_runs set lease_expires_at = now() - interval '1 second' where id = $1`, [id]);
    await world.startWorker();
    await ended(id, { status: 'succeeded', attempt: 2 });
    expect(await micros(id)).toEqual({ cost: reserved + fake.served, committed: reserved + fake.served, reserved: 0 });
    const [step] = await stepsOf(id);
    expect(step).toMatchObject({
      name: 'model 1',
      status: 'done',
      attempt: 2,
      cost_usd_micros: reserved + fake.served,
    });
  });
});
