import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type AccessPolicy, type Caller, useWorld } from '@tandem/testing/world';
import { endOf, startRun } from '../blueprints/agent-runs.js';

const hidden = { input: null, output: null, failure_detail: null, content_hidden: true };
const secret = /Secret|5550100/;

describe('the content of a run that used data its reader may not read', () => {
  const { ada, member, withKey, receiver, asOwner } = useWorld({ workers: 1 });
  let triage: string;
  let dedupe: string;
  let viewer: Caller;
  let clerk: Caller;
  const [triages, dedupes] = ['/agents/overdue-triage/runs', '/agents/contact-dedupe/runs'];
  const digests = '/agents/task-digest/runs';

  const limited = (...policies: AccessPolicy[]) => member(ada, [{ domain: '*', access_level: 'none' }, ...policies]);
  const may = (domain: string, access_level = 'read', project_ids?: string[]): AccessPolicy => ({
    domain,
    access_level,
    resource_filter: project_ids && { project_ids },
  });
  const endpoint = async (by: Caller, path: string) => {
    const fields = { url: `${receiver.url}${path}`, event_types: ['agent_run.*'] };
    expect((await by.post('/webhook-endpoints', fields)).status).toBe(201);
  };
  const created = async (path: string, body: object) => (await ada.post(path, body)).body.id as string;
  const contentOf = async (caller: Caller, path: string) => {
    const { input, output, failure_detail, content_hidden } = (await caller.get(path)).body;
    return { input, output, failure_detail, content_hidden };
  };
  const later = () => new Date(Date.now() + 3_600_000).toISOString();
  const refusalOf = async (caller: Caller, path: string) => {
    const { status, body } = await caller.get(`${path}/steps`);
    return [status, body.code, body.scope];
  };

  beforeAll(async () => {
    viewer = await member(ada, [], 'viewer');
    clerk = await limited(may('agents'), may('webhooks', 'write'), may('audit'));
    await endpoint(ada, '/owner');
    await endpoint(clerk, '/clerk');
    const project_id = await created('/projects', { name: 'Plans', is_private: true });
    await created('/tasks', { title: 'Secret takeover', due_at: new Date().toISOString(), project_id });
    for (const display_name of ['Secret Agent', 'Secret agent'])
      await created('/contacts', { display_name, channels: [{ type: 'phone', value: '+49305550100' }] });
    [triage, dedupe] = [await startRun(ada, 'overdue-triage'), await startRun(ada, 'contact-dedupe')];
    await endOf(ada, 'overdue-triage', triage);
    await endOf(ada, 'contact-dedupe', dedupe);
  });

  it('is shown, with its steps, to a reader with the same rights', async () => {
    const admin = await member(ada, [], 'admin');
    for (const reader of [ada, admin]) {
      expect(await contentOf(reader, `${dedupes}/${dedupe}`)).toMatchObject({ content_hidden: false, input: {} });
      expect(JSON.stringify((await reader.get(`${triages}/${triage}/steps`)).body)).toMatch(secret);
    }
    const sales = await limited(may('agents'), may('contacts'));
    expect((await contentOf(sales, `${dedupes}/${dedupe}`)).output).not.toBeNull();
    expect((await sales.get(`${dedupes}/${dedupe}/steps`)).status).toBe(200);
  });

  it('is null to others, who see the status of the run', async () => {
    for (const [reader, path] of [
      [viewer, `${triages}/${triage}`],
      [clerk, `${dedupes}/${dedupe}`],
    ] as const) {
      const { status, body } = await reader.get(path);
      expect([status, body]).toEqual([200, { ...(await ada.get(path)).body, ...hidden }]);
      expect(body).toMatchObject({ status: 'succeeded', cost_usd_cents: 0, finished_at: expect.any(String) });
    }
  });

  it('is null in lists of runs too', async () => {
    for (const path of ['/agent-runs', dedupes, triages]) {
      const { body } = await clerk.get(path);
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([expect.any(String)]));
      for (const run of body.data) expect(run).toMatchObject(hidden);
    }
  });

  it('is not shown by the steps: the refusal names the missing right', async () => {
    expect(await refusalOf(clerk, `${dedupes}/${dedupe}`)).toEqual([403, 'insufficient_scope', 'contacts:read']);
    expect(await refusalOf(viewer, `${triages}/${triage}`)).toEqual([403, 'insufficient_scope', 'tasks:read']);
    const digest = await created(digests, { input: {}, run_at: later() });
    const both = ['insufficient_scope', 'notes:read tasks:read'];
    const { status, body } = await clerk.get(`${digests}/${digest}/steps`);
    expect([status, body.code, body.scope.split(' ').sort().join(' ')]).toEqual([403, ...both]);
    expect((await clerk.get(`/agents/echo/runs/${dedupe}/steps`)).status).toBe(404);
  });

  it('is not shown to a key without the scopes, whatever its member may read', async () => {
    const key = await withKey(ada, { scopes: ['agents:read'] });
    expect(await contentOf(key, `${dedupes}/${dedupe}`)).toEqual(hidden);
    expect((await key.get(`${dedupes}/${dedupe}/steps`)).status).toBe(403);
  });

  it('is not shown by events and the audit log, nor sent to endpoints', async () => {
    const succeeded = (caller: Caller) => caller.get('/webhook-events?type=agent_run.succeeded');
    expect(JSON.stringify((await succeeded(ada)).body)).toMatch(secret);
    const { data } = (await succeeded(clerk)).body;
    expect(data).toHaveLength(2);
    for (const event of data) {
      expect(event.data).toMatchObject(hidden);
      expect((await clerk.get(`/webhook-events/${event.id}`)).body).toEqual(event);
    }
    const audit = (caller: Caller) => caller.get('/audit-log?action=agent_run.*');
    expect(JSON.stringify((await audit(ada)).body)).toMatch(secret);
    expect(JSON.stringify((await audit(clerk)).body)).not.toMatch(secret);
    const arrived = (path: string) => receiver.at(path).map(({ event }) => event);
    await eventually(() => {
      expect(arrived('/owner').filter(({ type }) => type === 'agent_run.succeeded')).toHaveLength(2);
      expect(arrived('/clerk').filter(({ type }) => type === 'agent_run.succeeded')).toHaveLength(2);
    });
    expect(JSON.stringify(arrived('/owner'))).toMatch(secret);
    for (const { data } of arrived('/clerk')) expect(data).toMatchObject(hidden);
  });

  it('is not sent by a retried delivery', async () => {
    const deliveries = (await clerk.get('/webhook-deliveries')).body.data as { id: string }[];
    const before = receiver.at('/clerk').length;
    const ids = await asOwner<{ id: string }>(`select d.id from webhook_deliveries d join webhook_endpoints e
      on e.id = d.endpoint_id where e.url like '%/clerk' and d.event_type = 'agent_run.succeeded'`);
    expect(deliveries.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.map(({ id }) => id)));
    for (const { id } of ids) await ada.post(`/webhook-deliveries/${id}/retry`);
    await eventually(() => expect(receiver.at('/clerk').length).toBeGreaterThanOrEqual(before + ids.length));
    expect(JSON.stringify(receiver.at('/clerk'))).not.toMatch(secret);
  });

  it("is not shown by the response of another member's endpoint", async () => {
    const [{ id }] = (await ada.get('/webhook-events?type=agent_run.succeeded&limit=1')).body.data;
    const deliveries = (await clerk.get(`/webhook-deliveries?event_id=${id}`)).body.data as { id: string }[];
    expect(deliveries).toHaveLength(2);
    for (const delivery of deliveries) {
      const bodies = async (reader: Caller) => {
        const { data } = (await reader.get(`/webhook-deliveries/${delivery.id}/attempts`)).body;
        return data.map((attempt: { response_body: string | null }) => attempt.response_body) as unknown[];
      };
      expect(await bodies(ada)).toContainEqual(expect.any(String));
      expect(await bodies(clerk)).not.toContainEqual(expect.any(String));
    }
  });

  it('is not shown to the member who cancels it', async () => {
    const run = await created(dedupes, { input: {}, run_at: later() });
    const writer = await limited(may('agents', 'write'));
    const cancel = () => writer.post(`${dedupes}/${run}/cancel`, undefined, { 'idempotency-key': 'once' });
    for (const { status, body } of [await cancel(), await cancel()])
      expect([status, body]).toMatchObject([200, { status: 'cancelled', ...hidden }]);
  });

  it('depends on the projects that both members may see', async () => {
    const [open, shut] = [await created('/projects', { name: 'Open' }), await created('/projects', { name: 'Shut' })];
    const bob = await limited(may('agents', 'write'), may('notes', 'write'), may('tasks', 'read', [open]));
    const run = await startRun(bob, 'task-digest');
    await endOf(bob, 'task-digest', run);
    const seenBy = async (reader: Caller) => !(await contentOf(reader, `${digests}/${run}`)).content_hidden;
    const among = (ids: string[]) => limited(may('agents'), may('notes'), may('tasks', 'read', ids));
    expect([await seenBy(bob), await seenBy(ada), await seenBy(viewer)]).toEqual([true, true, true]);
    expect([await seenBy(await among([open, shut])), await seenBy(await among([shut]))]).toEqual([true, false]);
    await ada.patch(`/projects/${open}`, { is_private: true });
    expect([await seenBy(bob), await seenBy(ada), await seenBy(viewer)]).toEqual([true, true, false]);
  });

  it('does not depend on private projects deleted before the run', async () => {
    const before = await created('/projects', { name: 'Gone', is_private: true });
    expect((await ada.delete(`/projects/${before}`)).status).toBe(204);
    await asOwner('update projects set is_private = false where tenant_id = $1 and id <> $2', [ada.tenantId, before]);
    const run = await startRun(ada, 'overdue-triage');
    const isHidden = async () => (await contentOf(viewer, `${triages}/${run}`)).content_hidden;
    expect(await isHidden()).toBe(false);
    const during = await created('/projects', { name: 'Going', is_private: true });
    await ada.delete(`/projects/${during}`);
    expect(await isHidden()).toBe(true);
  });

  it('of a run that used no data is shown to every reader of runs', async () => {
    const run = await startRun(ada, 'echo', { message: 'hello' });
    await endOf(ada, 'echo', run);
    expect((await contentOf(clerk, `/agents/echo/runs/${run}`)).input).toMatchObject({ message: 'hello' });
  });
});
