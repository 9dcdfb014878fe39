import { describe, expect, it, jest } from '@jest/globals';
import { runs } from '@tandem/cli/operator/runs';
import { UsageFault } from '@tandem/cli/print';
import { schedules } from '@tandem/cli/operator/schedules';
import { usage } from '@tandem/cli/usage';
import { eventually } from '@tandem/testing/eventually';
import { testEnvironment } from '@tandem/testing/test-settings';
import { useWorld } from '@tandem/testing/world';
import { Launched, program } from './launched.js';
import { printed } from './printed.js';

describe('the commands runs and schedules', () => {
  const world = useWorld({ workers: 1, fresh: 'tenants' });
  const { ada, other } = world;

  const output = async (command: typeof runs, ...args: string[]): Promise<string> => {
    const { code, output } = await printed(() => command(args, testEnvironment(world.databaseUrl)));
    expect(code).toBe(0);
    return output.trimEnd();
  };
  const start = async (input: object) => (await ada.post('/agents/echo/runs', { input })).body.id as string;
  const read = async (id: string) => (await ada.get(`/agents/echo/runs/${id}`)).body;
  const ended = (id: string, status: string) =>
    eventually(async () => expect(await read(id)).toMatchObject({ status }));

  it('list the runs of a tenant and retry a failed one', async () => {
    expect(await output(runs, 'list', ada.tenantId)).toBe('there are no such runs');
    const [fine, failed] = [await start({}), await start({ fail: 'final', message: 'again' })];
    await ended(fine, 'succeeded');
    await ended(failed, 'failed');
    const listed = (await output(runs, 'list', ada.tenantId)).split('\n');
    expect(listed.map((line) => line.split(/ +/)[0])).toEqual(['run', failed, fine]);
    const narrowed = await output(runs, 'list', ada.tenantId, '--status', 'failed,queued', '--blueprint', 'echo');
    expect(narrowed.split('\n').slice(1)).toEqual([
      expect.stringMatching(`^${failed} +echo +failed +1 .* tool_error$`),
    ]);
    const [, again = ''] = /^queued (\S+), a new run/.exec(await output(runs, 'retry', ada.tenantId, failed))!;
    await ended(again, 'failed');
    const { input, member_id } = await read(failed);
    expect(await read(again)).toMatchObject({ input, member_id, attempt: 1 });
    const { data } = (await ada.get(`/audit-log?resource_id=${again}&action=agent_run.queued`)).body;
    expect(data).toMatchObject([{ actor_type: 'operator', metadata: { works_for: [ada.memberId] } }]);
    await expect(output(runs, 'retry', ada.tenantId, fine)).rejects.toThrow('This run is succeeded.');
    await expect(output(runs, 'retry', other.tenantId, failed)).rejects.toThrow('There is no such record');
  });

  it('drain a tenant: no schedule fires and no run is left', async () => {
    const body = { blueprint: 'echo', cron_expression: '@daily', input_template: { delay_ms: 1500 } };
    const [broken, id, stopped] = [
      await ada.post('/agent-schedules', body),
      await ada.post('/agent-schedules', body),
      await ada.post('/agent-schedules', { ...body, enabled: false }),
    ].map((response) => response.body.id as string);
    await world.asOwner(`update agent_schedules set blueprint = 'gone' where id = $1`, [broken]);
    const untouched = (await other.post('/agent-schedules', body)).body.id as string;
    const { last_run_id: run } = (await ada.post(`/agent-schedules/${id}/trigger`)).body;
    const reported = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await output(schedules, 'drain', ada.tenantId)).toBe('disabled 2 schedules; no run is queued or running');
    expect(reported.mock.calls.map(([line]) => String(line)).join('')).toMatch(
      /tandem: \d queued, \d running, 0 done\n/,
    );
    reported.mockRestore();
    expect(await read(run)).toMatchObject({ status: 'succeeded' });
    const lines = (await output(schedules, 'list', ada.tenantId, '--disabled')).split('\n').slice(1);
    expect(lines.map((line) => line.split(/ +/)[0])).toEqual([stopped, id, broken]);
    expect(lines[0]).toMatch(/ echo +@daily +UTC +manual +0 +-$/);
    expect(await output(schedules, 'list', ada.tenantId, '--enabled')).toBe('there are no such schedules');
    expect((await other.get(`/agent-schedules/${untouched}`)).body.enabled).toBe(true);
    expect(await output(runs, 'drain', ada.tenantId)).toBe('no run is queued or running');
  });

  it('report progress while they wait, and exit cleanly on an interrupt', async () => {
    const drain = () =>
      new Launched([program('cli'), 'runs', 'drain', ada.tenantId], testEnvironment(world.databaseUrl));
    const [first, second] = [await start({ delay_ms: 600_000 }), await start({ delay_ms: 600_000 })];
    const later = (
      await ada.post('/agents/echo/runs', { input: {}, run_at: new Date(Date.now() + 86_400_000).toISOString() })
    ).body.id;
    const waiting = drain();
    await waiting.prints(/tandem: \d queued, \d running, 0 done\n/);
    const cancel = (id: string) => ada.post(`/agents/echo/runs/${id}/cancel`);
    await cancel(first);
    await waiting.prints(/tandem: 1 queued, 1 running, 1 done\n/);
    waiting.kill('SIGINT');
    expect(await waiting.ended).toBe(130);
    expect(waiting.output.trimEnd().split('\n').at(-1)).toBe('tandem: stopped waiting: 1 queued, 1 running, 1 done');
    await cancel(second);
    const again = drain();
    await again.prints(/tandem: 1 queued, 0 running, 0 done; the next is due at 20.*Z\n/);
    await cancel(later);
    expect(await again.ended).toBe(0);
    expect(again.output).toContain('no run is queued or running\n');
  });

  it('report their usage', async () => {
    const env = testEnvironment(world.databaseUrl);
    const wrong = [
      ...[
        ['list'],
        ['retry', 'demo'],
        ['retry', 'demo', 'x'],
        ['drain', 'demo', 'x'],
        ['drain', 'demo', '--status', 'failed'],
      ],
      ...[['list', 'demo', '--state', 'failed'], ['remove', 'demo'], []],
    ];
    for (const args of wrong) expect(() => runs(args, env)).toThrow(UsageFault);
    await expect(runs(['list', ada.tenantId, '--status', 'done'], env)).rejects.toEqual(
      new UsageFault('status may hold only queued, running, succeeded, failed, cancelled. What does not fit: "done".'),
    );
    for (const args of [
      ['list'],
      ['list', 'demo', '--enabled', '--disabled'],
      ['drain', 'demo', '--enabled'],
      ['x', 'demo'],
    ])
      expect(() => schedules(args, env)).toThrow(UsageFault);
    expect(usage('runs')).toContain('runs retry TENANT RUN-ID');
  });
});
