import { describe, expect, it } from '@jest/globals';
import { Blueprint, type RunContext } from '@tandem/domain/agents/blueprint';
import { OperationRefused } from '@tandem/domain/agents/runs/operation-refused';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

/** Creates a task, waits for a signal, and creates another. */
class Waiting extends Blueprint {
  static needs = [] as const;
  static goOn: () => void = () => undefined;

  readonly slug = 'waiting';
  readonly title = 'Wait between two tasks';
  readonly inputSchema = { type: 'object' };
  readonly outputSchema = {};
  override readonly tools = ['create_task'];
  override readonly effects = 'write';
  override readonly access = ['tasks:write'] as const;

  async run({ act }: RunContext): Promise<unknown> {
    const gate = new Promise<void>((resolve) => (Waiting.goOn = resolve));
    await act('first', 'create_task', { title: 'First' });
    await gate;
    return act('second', 'create_task', { title: 'Second' }).catch((error: unknown) => {
      if (error instanceof OperationRefused) return error.refusal;
      throw error;
    });
  }
}

describe('a run whose member loses rights during it', () => {
  const features = [{ name: 'waiting', summary: 'An agent of this test', provides: [Waiting] }];
  const { ada, member } = useWorld({ workers: 1, features });

  const policies = (tasks: string) => [
    { domain: 'agents', access_level: 'write' },
    { domain: 'tasks', access_level: tasks },
  ];
  const read = async (id: string) => (await ada.get(`/agents/waiting/runs/${id}`)).body;

  const started = async () => {
    const bob = await member(ada, policies('write'));
    const { id } = (await bob.post('/agents/waiting/runs', {})).body as { id: string };
    await eventually(async () => expect((await ada.get(`/agents/waiting/runs/${id}/steps`)).body.data).toHaveLength(1));
    return { bob, id };
  };

  it('is refused what the member may no longer do, and may continue', async () => {
    const { bob, id } = await started();
    await ada.put(`/members/${bob.memberId}/access`, { access_policies: policies('read') });
    Waiting.goOn();
    await eventually(async () =>
      expect(await read(id)).toMatchObject({ status: 'succeeded', output: { code: 'insufficient_scope' } }),
    );
    const { data } = (await ada.get(`/agents/waiting/runs/${id}/steps`)).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['failed', 'done']);
  });

  it('ends when the member is deactivated', async () => {
    const { bob, id } = await started();
    await ada.delete(`/members/${bob.memberId}`);
    Waiting.goOn();
    const denied = { status: 'failed', failure_category: 'permission_denied' };
    await eventually(async () => expect(await read(id)).toMatchObject(denied));
  });
});
