import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { serveTools } from '@tandem/testing/tool-server';
import { useWorld } from '@tandem/testing/world';
import { endOf, outputOf, startRun } from './agent-runs.js';

const blueprint = 'app-probe';
const nothing = { tools_added: 0, tools_removed: 0, tools_changed: 0, task_id: null };

describe('the probe of the connected apps', () => {
  const { ada, member, tenant } = useWorld({ workers: 1, fresh: 'tenants' });
  let server: Awaited<ReturnType<typeof serveTools>>;

  beforeEach(async () => {
    server = await serveTools({ pay: '1', refund: '1' });
  });
  afterEach(() => server.stop());

  const connect = (slug: string, url = server.url) => ada.post('/apps', { slug, name: slug, url });
  const tasks = async () => (await ada.get('/tasks')).body.data;

  it('opens one task for each app that is lost or whose tools changed', async () => {
    await connect('billing');
    expect(await outputOf(ada, blueprint)).toEqual({
      apps: [{ ...nothing, app: 'billing', reachable: true, reason: null, tools_discovered: 2, tools_added: 2 }],
      more: false,
    });
    server.tools = { pay: '2', cancel: '1' };
    const [changed] = (await outputOf(ada, blueprint)).apps;
    expect(changed).toMatchObject({ tools_discovered: 2, tools_added: 1, tools_removed: 1, tools_changed: 1 });
    expect(await tasks()).toMatchObject([{ id: changed.task_id, title: 'Tools of app billing have changed' }]);
    expect((await tasks())[0].description).toMatch(/^- added: `cancel`\n- removed: `refund`\n- changed: `pay`\n/);
    expect((await outputOf(ada, blueprint)).apps).toMatchObject([nothing]);
    await server.stop();
    const [lost] = (await outputOf(ada, blueprint, { app: 'billing' })).apps;
    expect(lost).toMatchObject({ reachable: false, reason: 'connection_refused', task_id: expect.any(String) });
    expect((await tasks())[0]).toMatchObject({ id: lost.task_id, title: 'App billing cannot be reached' });
    expect((await outputOf(ada, blueprint)).apps).toMatchObject([{ reachable: false, task_id: null }]);
    expect(await tasks()).toHaveLength(2);
  });

  it('shows no token, even if the app repeats it', async () => {
    const token = 'to"ken-of-billing';
    const url = server.url;
    await ada.post('/apps', { slug: 'billing', name: 'Billing', url, auth: { type: 'bearer', token } });
    await outputOf(ada, blueprint);
    server.tools = { [token]: '1' };
    const { id, output } = await endOf(ada, blueprint, await startRun(ada, blueprint));
    expect(output.apps).toMatchObject([{ tools_added: 1 }]);
    const { data } = (await ada.get(`/agents/${blueprint}/runs/${id}/steps`)).body;
    expect(JSON.stringify(data)).toContain('[masked]');
    expect(JSON.stringify([data, output, await tasks()])).not.toContain('ken-of-billing');
  });

  it('calls only addresses that the operator allows', async () => {
    await connect('inside', 'http://10.0.0.1/mcp');
    const { apps } = await outputOf(ada, blueprint);
    expect(apps).toMatchObject([{ app: 'inside', reachable: false, reason: 'blocked_address' }]);
    const { description } = (await ada.get(`/tasks/${apps[0].task_id}`)).body;
    expect(description).toBe('The probe failed: blocked_address.');
  });

  it('finds nothing in an empty workspace or another tenant, and requires the right to change apps', async () => {
    await connect('billing');
    const other = await tenant('Other');
    expect(await outputOf(other, blueprint)).toEqual({ apps: [], more: false });
    const missing = await endOf(other, blueprint, await startRun(other, blueprint, { app: 'billing' }), 'failed');
    expect(missing.failure_category).toBe('tool_error');
    const bob = await member(ada, [
      { domain: 'agents', access_level: 'write' },
      { domain: 'tasks', access_level: 'write' },
      { domain: 'apps', access_level: 'read' },
    ]);
    const refused = await endOf(ada, blueprint, await startRun(bob, blueprint), 'failed');
    expect(refused.failure_category).toBe('permission_denied');
  });
});
