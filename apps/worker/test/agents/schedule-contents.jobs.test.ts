import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type AccessPolicy, type Caller, useWorld } from '@tandem/testing/world';

const hidden = { input_template: null, content_hidden: true };

describe('the input template of a schedule whose runs use data its reader may not read', () => {
  const { ada, member, withKey, receiver } = useWorld({ workers: 1 });
  let project_id: string;
  let id: string;
  let clerk: Caller;
  let editor: Caller;
  let viewer: Caller;

  const limited = (...policies: AccessPolicy[]) => member(ada, [{ domain: '*', access_level: 'none' }, ...policies]);
  const created = async (path: string, body: object) => (await ada.post(path, body)).body.id as string;
  const create = (fields: object = {}) =>
    created('/agent-schedules', {
      ...{ blueprint: 'overdue-triage', cron_expression: '@yearly', input_template: { project_id } },
      ...fields,
    });
  const read = async (reader: Caller, schedule = id) => (await reader.get(`/agent-schedules/${schedule}`)).body;
  const isShownTo = async (reader: Caller, schedule = id) => !(await read(reader, schedule)).content_hidden;

  beforeAll(async () => {
    viewer = await member(ada, [], 'viewer');
    const domain = (name: string, access_level = 'read') => ({ domain: name, access_level });
    clerk = await limited(domain('agents'), domain('webhooks', 'write'), domain('audit'));
    editor = await limited(domain('agents', 'write'));
    for (const [by, path] of [
      [ada, '/owner'],
      [clerk, '/clerk'],
    ] as const)
      await by.post('/webhook-endpoints', { url: `${receiver.url}${path}`, event_types: ['agent_schedule.*'] });
    project_id = await created('/projects', { name: 'Plans', is_private: true });
    id = await create();
  });

  it('is null to them, in the record and in the list', async () => {
    const schedule = await read(ada);
    expect(schedule).toMatchObject({ input_template: { project_id }, content_hidden: false });
    for (const reader of [clerk, viewer, await withKey(ada, { scopes: ['agents:read'] })]) {
      expect(await read(reader)).toEqual({ ...schedule, ...hidden });
      expect((await reader.get('/agent-schedules')).body.data).toEqual([{ ...schedule, ...hidden }]);
    }
  });

  it('is shown to readers of the project, and to all if its runs use no data', async () => {
    const tasks = { domain: 'tasks', access_level: 'read' };
    const insider = [
      { ...tasks, resource_filter: { project_ids: [project_id] } },
      { domain: 'agents', access_level: 'read' },
    ];
    const own = await withKey(ada, { scopes: ['agents:read', 'tasks:read'] });
    expect([await isShownTo(own), await isShownTo(await limited(...insider))]).toEqual([true, false]);
    const echo = await create({ blueprint: 'echo', input_template: { message: 'hello' } });
    expect(await isShownTo(clerk, echo)).toBe(true);
  });

  it('is shown neither to a member who changes or triggers it, nor by the run', async () => {
    const schedule = await create();
    const patch = { cron_expression: '@monthly' };
    const { status, body } = await editor.post(`/agent-schedules/${schedule}/trigger`);
    expect([status, body]).toMatchObject([200, hidden]);
    const run = (await editor.get(`/agents/overdue-triage/runs/${body.last_run_id}`)).body;
    expect(run).toMatchObject({ id: body.last_run_id, input: null, content_hidden: true });
    expect((await editor.patch(`/agent-schedules/${schedule}`, patch)).body).toMatchObject({ ...patch, ...hidden });
    expect(await isShownTo(editor, schedule)).toBe(false);
    expect(await isShownTo(ada, schedule)).toBe(true);
  });

  it('is not shown by events and the audit log, nor sent to endpoints, even after its deletion', async () => {
    const deleted = await create();
    await ada.patch(`/agent-schedules/${deleted}`, { input_template: { limit: 1 } });
    await ada.delete(`/agent-schedules/${deleted}`);
    const events = async (reader: Caller) => (await reader.get('/webhook-events?type=agent_schedule.*')).body.data;
    const audit = async (reader: Caller) => (await reader.get('/audit-log?action=agent_schedule.*')).body.data;
    const arrived = (path: string) => receiver.at(path).map(({ event }) => event);
    const all = await eventually(async () => {
      const found = (await events(ada)) as { data: { id: string } }[];
      expect(found.filter(({ data }) => data.id === deleted)).toHaveLength(3);
      for (const path of ['/owner', '/clerk']) expect(arrived(path)).toHaveLength(found.length);
      return found;
    });
    const texts = async (reader: Caller, path: string) =>
      [await events(reader), await audit(reader), arrived(path)].map((one) => JSON.stringify(one));
    for (const text of await texts(ada, '/owner')) expect(text).toMatch(project_id);
    for (const text of await texts(clerk, '/clerk')) expect(text).not.toMatch(project_id);
    expect(await events(clerk)).toHaveLength(all.length);
    const ofDeleted = arrived('/clerk').filter(({ data }) => data.id === deleted);
    expect(ofDeleted).toHaveLength(3);
    for (const { data } of ofDeleted) expect(data).toMatchObject(hidden);
  });
});
