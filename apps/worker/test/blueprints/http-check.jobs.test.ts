import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort, hangUp, listen } from '@tandem/testing/local-server';
import { useWorld } from '@tandem/testing/world';
import { endOf, outputOf, startRun } from './agent-runs.js';

const blueprint = 'http-check';
const secret = 'secret-of-the-page';

describe('the check of a web page', () => {
  const { ada, member } = useWorld({
    workers: 1,
    fresh: 'tenants',
    settings: { OUTBOUND_ALLOW_CIDRS: '127.0.0.1/32' },
  });
  let server: Server;
  let url: string;
  let status: number;
  let requestCount: number;

  beforeEach(async () => {
    [status, requestCount] = [200, 0];
    server = createServer((_, response) => {
      requestCount++;
      response.writeHead(status, { location: '/elsewhere' }).end(`<p>${secret}</p>\u0000\u202e`);
    });
    url = `${await listen(server)}/page?token=of-mine`;
  });
  afterEach(() => hangUp(server));

  const tasks = async () => (await ada.get('/tasks?state=open')).body.data;

  it('opens one task at the first failure, and completes it on recovery', async () => {
    expect(await outputOf(ada, blueprint, { url })).toEqual({
      ...{ ok: true, status: 200, reason: null, changed: false, task_id: null },
    });
    status = 503;
    const failing = await outputOf(ada, blueprint, { url });
    expect(failing).toMatchObject({ ok: false, status: 503, reason: 'status', changed: true });
    const [task] = await tasks();
    expect(task).toMatchObject({ id: failing.task_id, priority: 'high', title: expect.stringContaining('127.0.0.1') });
    expect(task.description).not.toMatch(/token|secret/);
    expect(await outputOf(ada, blueprint, { url })).toEqual({ ...failing, changed: false });
    expect(await tasks()).toHaveLength(1);
    status = 200;
    expect(await outputOf(ada, blueprint, { url })).toMatchObject({ ok: true, changed: true, task_id: null });
    expect(await tasks()).toEqual([]);
    const { data } = (await ada.get(`/tasks/${failing.task_id}/comments`)).body;
    expect(data).toMatchObject([{ body: expect.stringContaining('as expected again') }]);
  });

  it('checks the text, accepts a redirect, and shows nothing of the page', async () => {
    const input = { url, pattern: `<p>${secret.slice(0, 4)}*page` };
    const id = await startRun(ada, blueprint, input);
    expect((await endOf(ada, blueprint, id)).output).toMatchObject({ ok: true });
    const { body } = await ada.get(`/agents/${blueprint}/runs/${id}/steps`);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(await outputOf(ada, blueprint, { url, pattern: 'gone' })).toMatchObject({ reason: 'pattern' });
    status = 301;
    const output = await outputOf(ada, blueprint, { url, expected_status: 301 });
    expect(output).toMatchObject({ ok: true, status: 301 });
    expect(requestCount).toBe(3);
  });

  it('reports an unreachable server, and calls only addresses that the operator allows', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}/`;
    expect(await outputOf(ada, blueprint, { url: nobody })).toMatchObject({
      reason: 'connection_refused',
      status: null,
    });
    for (const closed of ['http://10.0.0.1/', 'http://127.0.0.2/', 'http://[::1]/', 'http://169.254.169.254/latest']) {
      const run = await endOf(ada, blueprint, await startRun(ada, blueprint, { url: closed }), 'failed');
      expect(run).toMatchObject({ failure_category: 'configuration', attempt: 1 });
    }
    for (const odd of ['ftp://example.com/', 'http://ada:word@example.com/', 'javascript:alert(1)', ''])
      expect((await ada.post(`/agents/${blueprint}/runs`, { input: { url: odd } })).status).toBe(422);
  });

  it('opens tasks only where the member who starts it may', async () => {
    status = 500;
    const project = (await ada.post('/projects', { name: 'Web', identifier: 'WEB' })).body.id;
    const limited = { access_level: 'write', resource_filter: { project_ids: [project] } };
    const bob = await member(ada, [
      { domain: 'agents', access_level: 'write' },
      { domain: 'tasks', ...limited },
      { domain: 'projects', ...limited },
    ]);
    const refused = await endOf(ada, blueprint, await startRun(bob, blueprint, { url }), 'failed');
    expect(refused.failure_category).toBe('tool_error');
    const { task_id: id } = await outputOf(bob, blueprint, { url, project_id: project });
    expect((await ada.get(`/tasks/${id}`)).body.identifier).toBe('WEB-1');
  });
});
