import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('the runs of all blueprints', () => {
  const { ada, other, raw, withKey, asOwner } = useWorld();
  let [digest, echo, cancelled, scheduled]: string[] = [];
  let scheduleId: string;

  const start = async (blueprint: string) => (await ada.post(`/agents/${blueprint}/runs`, {})).body.id as string;
  const listed = async (query = '') => (await ada.get(`/agent-runs?${query}`)).body.data.map(idOf) as string[];
  const idOf = ({ id }: { id: string }) => id;
  const createdAt = async (id: string) => {
    const text = `update agent_runs set created_at = date_trunc('milliseconds', created_at)
      where id = $1 returning created_at`;
    return (await asOwner<{ created_at: Date }>(text, [id]))[0]!.created_at.toISOString();
  };

  beforeAll(async () => {
    digest = await start('task-digest');
    echo = await start('echo');
    cancelled = await start('echo');
    await ada.post(`/agents/echo/runs/${cancelled}/cancel`);
    const schedule = { blueprint: 'task-digest', cron_expression: '0 0 1 1 *' };
    scheduleId = (await ada.post('/agent-schedules', schedule)).body.id;
    scheduled = (await ada.post(`/agent-schedules/${scheduleId}/trigger`)).body.last_run_id;
    await other.post('/agents/echo/runs', {});
  });

  it('are listed newest first, as in a single read, without those of other tenants', async () => {
    const { status, body } = await ada.get('/agent-runs');
    expect([status, body.data.map(idOf), body.has_more]).toEqual([200, [scheduled, cancelled, echo, digest], false]);
    expect(body.data[2]).toEqual((await ada.get(`/agents/echo/runs/${echo}`)).body);
  });

  it('are listed by status, blueprint and schedule', async () => {
    expect(await listed('status=queued')).toEqual([scheduled, echo, digest]);
    expect(await listed('status=cancelled,failed')).toEqual([cancelled]);
    expect(await listed('blueprint=task-digest')).toEqual([scheduled, digest]);
    expect(await listed('blueprint=nobody')).toEqual([]);
    expect(await listed(`schedule_id=${scheduleId}`)).toEqual([scheduled]);
    expect(await listed('blueprint=echo&status=queued')).toEqual([echo]);
  });

  it('are listed from an inclusive start to an exclusive end', async () => {
    const at = await createdAt(cancelled!);
    expect(await listed(`since=${at}`)).toEqual([scheduled, cancelled]);
    expect(await listed(`until=${at}`)).toEqual([echo, digest]);
    expect(await listed(`since=${at}&until=${at}`)).toEqual([]);
  });

  it('are listed page by page, each once, also when filtered by status', async () => {
    for (const query of ['', 'status=queued,cancelled&']) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await ada.get(`/agent-runs?${query}limit=1${cursor ? `&cursor=${cursor}` : ''}`);
        seen.push(...body.data.map(idOf));
        cursor = body.next_cursor;
      } while (cursor);
      expect(seen).toEqual([scheduled, cancelled, echo, digest]);
    }
  });

  it('reject unknown filters', async () => {
    for (const query of ['status=done', 'schedule_id=x', 'since=yesterday', 'kind=echo', 'cursor=x'])
      expect((await ada.get(`/agent-runs?${query}`)).status).toBe(400);
  });

  it('require the right to read agents', async () => {
    expect((await (await withKey(ada, { scopes: ['agents:read'] })).get('/agent-runs')).body.data).toHaveLength(4);
    expect((await (await withKey(ada, { scopes: ['tasks:read'] })).get('/agent-runs')).status).toBe(403);
    expect((await raw('get', '/api/v1/agent-runs')).status).toBe(401);
  });
});
