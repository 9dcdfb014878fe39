import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { reencrypt } from '@tandem/cli/operator/reencrypt';
import { testEnvironment } from '@tandem/testing/test-settings';
import { useWorld } from '@tandem/testing/world';
import { Webhook } from 'standardwebhooks';

type Step = Record<string, string>;

const [OLD, NEW] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64')) as [string, string];

/** The settings of each step, as docs/operations.md lists them for the operator. */
async function documentedSteps(): Promise<Step[]> {
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, block = ''] = /### Replacing the root key[^]*?```sh\n([^]*?)```/.exec(page) ?? [];
  return block
    .split(/^# .*\n/m)
    .filter(Boolean)
    .map((lines) =>
      Object.fromEntries(
        [...lines.matchAll(/^(\w+)=(\S*)$/gm)].map(([, name, value]) => [
          name!,
          value!.replace('$OLD', OLD).replace('$NEW', NEW),
        ]),
      ),
    );
}

describe('replacing the root key while processes restart one by one', () => {
  const world = useWorld({ settings: { SECRETS_KEY: OLD } });
  const { ada, receiver } = world;
  const addresses: string[] = [];
  let steps: Step[];

  beforeAll(async () => {
    steps = await documentedSteps();
    const processes = await Promise.all(steps.map((settings) => world.forkApi(settings)));
    addresses.push(world.address, ...processes.map(({ address }) => address));
    for (const title of ['one', 'two']) await ada.post('/tasks', { title });
  });

  it('three steps lead from the old key to the new one', () => {
    expect(steps.map((step) => [step.SECRETS_KEY, step.SECRETS_KEYS_PREVIOUS])).toEqual([
      [OLD, NEW],
      [NEW, OLD],
      [NEW, ''],
    ]);
  });

  it.each([1, 2, 3])('processes of step %s and the step before read secrets written by each other', async (step) => {
    const pair = [addresses[step - 1], addresses[step]].map((address) => world.bearer(ada.key, address));
    for (const [writer, reader] of [pair, [...pair].reverse()]) {
      const hook = { url: `${receiver.url}/hook` };
      const repeated = { 'idempotency-key': randomUUID() };
      const created = await writer!.post('/webhook-endpoints', hook, repeated);
      const again = await reader!.post('/webhook-endpoints', hook, repeated);
      expect([again.status, again.body]).toEqual([201, created.body]);

      const { next_cursor: cursor } = (await writer!.get('/tasks?limit=1')).body;
      const second = await reader!.get(`/tasks?limit=1&cursor=${cursor}`);
      expect([second.status, second.body.data]).toMatchObject([200, [{ title: 'one' }]]);

      const tested = await reader!.post(`/webhook-endpoints/${created.body.id}/test`);
      expect(tested.body).toMatchObject({ success: true });
      const { headers, body } = receiver.received.at(-1)!;
      expect(new Webhook(created.body.signing_secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
    }
  });

  it('after the last step only data that expires within a day needs the old key', async () => {
    const { id, signing_secret } = (await ada.post('/webhook-endpoints', { url: `${receiver.url}/hook` })).body;
    expect(await reencrypt(testEnvironment(world.databaseUrl, steps[1]))).toBe(0);
    await world.bearer(ada.key, addresses[3]).post(`/webhook-endpoints/${id}/test`);
    const { headers, body } = receiver.received.at(-1)!;
    expect(new Webhook(signing_secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
  });
});
