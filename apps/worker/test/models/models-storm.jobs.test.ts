import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type Call, honest, type Question, type Reply } from '@tandem/testing/outside/fake-model';
import { done, modelName, useModel } from './models.js';

/** MODEL_RUNS asks for more. */
const count = Number(process.env.MODEL_RUNS ?? 40);
const timeoutMillis = 60_000 + count * 1000;
const budgets = [1, 2, 3, 5];

describe('runs of an unreliable model', () => {
  const { ada, fake, asOwner } = useModel({ isInsistent: true });
  const create: Call = { name: 'create_task', arguments: { title: 'made' } };

  /** Pseudo-random, so that a failure can be reproduced. */
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;

  type Responder = (fill: (reply: Reply) => object) => Reply;
  const broken: Responder[] = [
    () => (response) => void response.writeHead(429, { 'retry-after': '1' }).end(),
    () => (response) => void response.writeHead(500).end('oh'),
    () => (response) => void response.setHeader('content-type', 'text/event-stream').end('data: {}\n\n'),
    () => (response) => void response.writeHead(200).write('{"choi', () => response.destroy()),
    // The provider billed it, but the end cannot be read.
    (fill) => (response) => {
      const text = JSON.stringify(fill([create]));
      response.writeHead(200).write(text.slice(0, -9), () => response.destroy());
    },
  ];
  const countings = [
    honest,
    honest,
    honest,
    () => undefined,
    () => ({ prompt_tokens: null, completion_tokens: null }),
    (input: number, output: number) => ({ prompt_tokens: input * 10, completion_tokens: output * 10 }),
    (input: number, output: number) => ({ prompt_tokens: input / 10, completion_tokens: output / 10 }),
    (input: number, output: number) => ({
      prompt_tokens: Math.ceil(input / 2),
      completion_tokens: Math.ceil(output / 2),
    }),
  ];

  /** The run of a question: the prompt names it. */
  const runIn = ({ text }: Question) => /run-(\d+)\b/.exec(text)![1]!;

  it(
    `${count} runs never cost more than their budgets, whatever the provider reports and does`,
    async () => {
      const served = new Map<string, number>();
      fake.reply = (question) => {
        const before = fake.served;
        const fill = (reply: Reply) => {
          fake.counting = countings[next(countings.length)]!;
          const body = fake.completion(question, reply as Call[]);
          const run = runIn(question);
          served.set(run, (served.get(run) ?? 0) + fake.served - before);
          return body;
        };
        if (next(4) === 0) return broken[next(broken.length)]!(fill);
        const reply = next(6) === 0 ? done() : Array.from({ length: 1 + next(3) }, () => create);
        return (response) =>
          void response.setHeader('content-type', 'application/json').end(JSON.stringify(fill(reply)));
      };
      for (let number = 0; number < count; number++) {
        const input = { prompt: `run-${number} `, operations: ['create_task'] };
        const fields = { model: modelName, budget_usd_cents: budgets[number % budgets.length] };
        expect((await ada.post('/agents/assistant/runs', { input, ...fields })).status).toBe(201);
      }
      await eventually(async () => {
        await asOwner(`update agent_runs set run_at = now() where status = 'queued' and run_at > now()`);
        const [row] = await asOwner(
          `select count(*)::int as open from agent_runs where status in ('queued', 'running')`,
        );
        expect(row!.open).toBe(0);
      }, timeoutMillis);
      const runs = await asOwner<{ number: string; budget: string; cost: string; committed: string; paid: string }>(
        `select substring(input->>'prompt' from 'run-(\\d+)') as number,
          budget_usd_cents * 10000 as budget, cost_micro_usd as cost, committed_micro_usd as committed,
          (select sum(cost_usd_micros) from agent_run_steps s
            where s.tenant_id = r.tenant_id and s.run_id = r.id) as paid
         from agent_runs r`,
      );
      expect(runs).toHaveLength(count);
      for (const run of runs) {
        expect(served.get(run.number) ?? 0).toBeLessThanOrEqual(Number(run.committed));
        expect(Number(run.committed)).toBeLessThanOrEqual(Number(run.budget));
        expect(Number(run.cost)).toBeLessThanOrEqual(Number(run.budget));
        expect(Number(run.paid ?? 0)).toBe(Number(run.cost));
      }
    },
    2 * timeoutMillis,
  );
});
