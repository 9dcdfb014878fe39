import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { join } from 'node:path';
import { eventually } from '@tandem/testing/eventually';
import { FakeModel } from '@tandem/testing/outside/fake-model';
import { useFolder } from '@tandem/testing/use-folder';
import { type Caller, useWorld, type WorldOptions } from '@tandem/testing/world';

export const modelName = 'openai-compatible/fake';
const row = { provider: 'openai-compatible', model: 'fake', input: 1, cached_input: 0.1, output: 10, max_output: 4096 };

/** A world with a fake model whose key Ada has stored. */
export function useModel(options: WorldOptions = {}) {
  const fake = new FakeModel();
  const prices = join(useFolder({ files: { 'prices.json': JSON.stringify([row]) } }), 'prices.json');
  beforeAll(() => fake.open());
  const world = useWorld({ workers: 1, ...options, settings: { MODEL_PRICES_FILE: prices, ...options.settings } });
  const { ada, other } = world;
  beforeEach(async () => {
    fake.reset();
    await storeKey(ada);
  });
  // A run that waits for its next attempt would ask the model in the midst of another test.
  afterEach(async () => {
    const { data } = (await ada.get('/agents/assistant/runs?status=queued,running')).body;
    for (const { id } of data) await ada.post(`/agents/assistant/runs/${id}/cancel`);
  });
  afterAll(() => fake.close());

  const storeKey = (caller: Caller) =>
    caller.put('/integration-keys/openai-compatible', { key: 'sk-test-0123456789', base_url: fake.url });
  const start = async (input: object, fields: object = {}, blueprint = 'assistant') => {
    const { body } = await ada.post(`/agents/${blueprint}/runs`, { input, model: modelName, ...fields });
    return body.id as string;
  };
  const run = async (id: string, blueprint = 'assistant') => (await ada.get(`/agents/${blueprint}/runs/${id}`)).body;
  const ended = (id: string, expected: object, blueprint = 'assistant') =>
    eventually(async () => {
      const body = await run(id, blueprint);
      expect(body).toMatchObject(expected);
      return body;
    });
  const stepsOf = async (id: string, blueprint = 'assistant') =>
    (await ada.get(`/agents/${blueprint}/runs/${id}/steps`)).body.data.reverse();
  /** Runs an assistant to its end with this prompt. */
  const runPrompt = async (expected: object, fields: object = {}, input: object = {}) =>
    ended(await start({ prompt: 'Do it.', ...input }, fields), expected);
  const micros = async (id: string) =>
    (
      await world.asOwner<{ cost: string; committed: string; reserved: string }>(
        `select cost_micro_usd as cost, committed_micro_usd as committed, reserved_micro_usd as reserved
         from agent_runs where id = $1`,
        [id],
      )
    ).map(({ cost, committed, reserved }) => ({
      cost: Number(cost),
      committed: Number(committed),
      reserved: Number(reserved),
    }))[0]!;
  return { ...world, ada, other, world, fake, storeKey, start, run, ended, stepsOf, runPrompt, micros };
}

export const done = (answer = 'Done.') => [{ name: 'finish', arguments: { answer } }];
