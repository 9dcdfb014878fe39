import { describe, expect, it } from '@jest/globals';
import { Outbox } from '@tandem/domain/core/events/subscriptions';
import { type AccessPolicy, type Caller, useWorld } from '@tandem/testing/world';
import { kinds, Records } from '../isolation/records.js';

interface Reported {
  id: string;
  data?: { id: string };
  resource_id?: string;
}

const reading: AccessPolicy[] = ['webhooks', 'audit'].map((domain) => ({ domain, access_level: 'read' }));

describe('events for callers with different rights', () => {
  const world = useWorld();
  const { ada, withKey, member, grant, asOwner } = world;

  const created = async (path: string, body: object) => (await ada.post(path, body)).body.id as string;
  const reader = (...policies: AccessPolicy[]) => member(ada, [...reading, ...policies]);
  const relay = async () => {
    while ((await world.api.container.get(Outbox).relayAcrossTenants()).numbered);
  };
  /** Which records a caller learns of from webhook events and from the audit log, which must agree. */
  const learntOf = async (caller: Caller, ids: Record<string, string>) => {
    await relay();
    const events = (await caller.get('/webhook-events?limit=100')).body.data as Reported[];
    const ascending = (await caller.get('/webhook-events?limit=100&after_sequence=0')).body.data as Reported[];
    const entries = (await caller.get('/audit-log?limit=100')).body.data as Reported[];
    const names = (reported: (one: Reported) => string | undefined, list: Reported[]) =>
      Object.keys(ids).filter((name) => list.some((one) => reported(one) === ids[name]));
    const learnt = names(({ data }) => data?.id, events);
    expect(names(({ data }) => data?.id, ascending)).toEqual(learnt);
    expect(names(({ resource_id }) => resource_id, entries)).toEqual(learnt);
    return learnt;
  };
  const eventOf = async (id: string) => {
    await relay();
    const events = (await ada.get('/webhook-events?limit=100')).body.data as Reported[];
    return events.find(({ data }) => data?.id === id)!.id;
  };

  it('reveal no kind of record to a caller without any domain', async () => {
    const tenant = await world.tenant();
    const records = new Records(world, tenant, 'made');
    for (const kind of Object.keys(kinds)) await records.id(kind);
    const spy = await member(tenant, [...reading, { domain: '*', access_level: 'none' }]);
    const actions = async (caller: Caller) => {
      const { data } = (await caller.get('/audit-log?limit=100')).body as { data: { action: string }[] };
      return new Set(data.map(({ action }) => action.split('.')[0]));
    };
    const reported = await actions(spy);
    expect([...(await actions(tenant))]).toEqual(expect.arrayContaining(['project', 'task', 'api_key', 'app']));
    // A caller who may read webhooks may read their events, and the creation of the tenant is no secret.
    expect([...reported].filter((resourceType) => !/^(webhook|tenant$|auth$)/.test(resourceType!))).toEqual([]);
  });

  it('hide those outside a filter by project or notebook', async () => {
    const [open, shut] = [await created('/projects', { name: 'Open' }), await created('/projects', { name: 'Shut' })];
    const [read, sealed] = [
      await created('/notebooks', { name: 'Read' }),
      await created('/notebooks', { name: 'Sealed' }),
    ];
    const ids = {
      open,
      shut,
      inOpen: await created('/tasks', { title: 'in open', project_id: open }),
      inShut: await created('/tasks', { title: 'in shut', project_id: shut }),
      inNone: await created('/tasks', { title: 'in none' }),
      noteInRead: await created('/notes', { title: 'in read', notebook_id: read }),
      noteInSealed: await created('/notes', { title: 'in sealed', notebook_id: sealed }),
      contact: await created('/contacts', { display_name: 'Carl' }),
    };
    const resource_filter = { project_ids: [open] };
    const bob = await reader(
      { domain: 'tasks', access_level: 'read', resource_filter },
      { domain: 'notes', access_level: 'read', resource_filter: { notebook_ids: [read] } },
      { domain: 'contacts', access_level: 'none' },
    );
    expect(await learntOf(ada, ids)).toEqual(Object.keys(ids));
    expect(await learntOf(bob, ids)).toEqual(['open', 'shut', 'inOpen', 'noteInRead']);
    expect((await bob.get(`/webhook-events/${await eventOf(ids.inOpen)}`)).status).toBe(200);
    for (const hidden of [ids.inShut, ids.inNone, ids.noteInSealed, ids.contact])
      expect((await bob.get(`/webhook-events/${await eventOf(hidden)}`)).status).toBe(404);
  });

  it('hide those of a private project, including earlier ones, from callers without a policy', async () => {
    const project = await created('/projects', { name: 'Secret' });
    const task = await created('/tasks', { title: 'hush', project_id: project });
    const comment = await created(`/tasks/${task}/comments`, { body: 'really' });
    const ids = { project, task, comment };
    const [bob, dora] = [
      await reader(),
      await reader({ domain: 'tasks', access_level: 'read', resource_filter: { project_ids: [project] } }),
    ];
    expect(await learntOf(bob, ids)).toEqual(['project', 'task', 'comment']);
    await ada.patch(`/projects/${project}`, { is_private: true });
    expect(await learntOf(bob, ids)).toEqual([]);
    expect(await learntOf(dora, ids)).toEqual(['project', 'task', 'comment']);
    await ada.delete(`/projects/${project}`);
    expect(await learntOf(bob, ids)).toEqual([]);
    expect(await learntOf(ada, ids)).toEqual(['project', 'task', 'comment']);
  });

  it('hide those of a domain like its records, and apply policy changes at once', async () => {
    const ids = {
      key: await created('/api-keys', { name: 'k' }),
      contact: await created('/contacts', { display_name: 'C' }),
    };
    const bob = await reader();
    expect(await learntOf(bob, ids)).toEqual(['contact']);
    await grant(ada, bob, [...reading, { domain: 'api_keys', access_level: 'read' }]);
    expect(await learntOf(bob, ids)).toEqual(['key', 'contact']);
  });

  it('show those of readable records to a key for only webhooks and audit', async () => {
    const ids = {
      contact: await created('/contacts', { display_name: 'C' }),
      task: await created('/tasks', { title: 't' }),
    };
    const narrow = await withKey(ada, { scopes: ['webhooks:read', 'audit:read'] });
    expect(await learntOf(narrow, ids)).toEqual(['contact', 'task']);
  });

  it('hide sections and statuses with their project, in the log too', async () => {
    const project = await created('/projects', { name: 'Secret', is_private: true });
    const section = await created(`/projects/${project}/sections`, { name: 'Merger' });
    const status = await created(`/projects/${project}/statuses`, { name: 'Signed', category: 'started' });
    const bob = await reader();
    for (const id of [section, status]) {
      expect((await ada.get(`/audit-log?resource_id=${id}`)).body.data).toHaveLength(1);
      expect((await bob.get(`/audit-log?resource_id=${id}`)).body.data).toEqual([]);
    }
  });

  it('hide deliveries of hidden events, which cannot be retried', async () => {
    const records = new Records(world, ada, 'sent');
    await records.id('webhook-deliveries');
    const deliveries = (await ada.get('/webhook-deliveries?limit=100')).body.data as {
      id: string;
      event_type: string;
    }[];
    const delivery = deliveries.find(({ event_type }) => event_type === 'contact.created')!.id;
    const bob = await member(ada, [
      { domain: 'webhooks', access_level: 'write' },
      { domain: 'contacts', access_level: 'none' },
    ]);
    expect((await bob.get('/webhook-deliveries?limit=100')).text).not.toContain('contact.');
    expect((await bob.get(`/webhook-deliveries/${delivery}`)).status).toBe(404);
    expect((await bob.get(`/webhook-deliveries/${delivery}/attempts`)).status).toBe(404);
    expect((await bob.post(`/webhook-deliveries/${delivery}/retry`)).status).toBe(404);
  });

  it('examine a limited number of hidden events per page and leave the rest to the next', async () => {
    const tenant = await world.tenant();
    const shown = (await tenant.post('/tasks', { title: 'shown' })).body.id as string;
    await asOwner(
      `insert into events (tenant_id, id, type, is_public, resource_type,
         actor_type, actor_id, channels, metadata, data, created_at)
       select $1, first_id_at(clock_timestamp() + make_interval(secs => n * 0.001)),
         'contact.created', false, 'contact', 'system', 'system', '{contacts}', '{}', '{}',
         clock_timestamp() + make_interval(secs => n * 0.001)
       from generate_series(1, 60000) n`,
      [tenant.tenantId],
    );
    const bob = await member(tenant, [...reading, { domain: 'contacts', access_level: 'none' }]);
    const first = (await bob.get('/audit-log?action=task.*')).body;
    expect(first.data.map(({ resource_id }: Reported) => resource_id)).toEqual([shown]);
    const all: Reported[] = [];
    let pages = 0;
    for (let query = 'limit=100'; query; pages++) {
      const { body } = await bob.get(`/audit-log?${query}`);
      all.push(...(body.data as Reported[]));
      query = body.has_more ? `limit=100&cursor=${body.next_cursor}` : '';
    }
    expect(pages).toBe(2);
    expect(all.map(({ resource_id }) => resource_id)).toContain(shown);
  });

  it('leave out hidden ones without ending pages early', async () => {
    const project = await created('/projects', { name: 'Hidden', is_private: true });
    const shown: string[] = [];
    for (let n = 0; n < 6; n++) {
      await created('/tasks', { title: `hidden ${n}`, project_id: project });
      shown.unshift(await created('/tasks', { title: `shown ${n}` }));
    }
    const bob = await reader();
    const pages: string[] = [];
    let query = 'action=task.created&limit=2';
    while (pages.length < shown.length) {
      const { body } = await bob.get(`/audit-log?${query}`);
      pages.push(...(body.data as Reported[]).map(({ resource_id }) => resource_id!));
      query = `action=task.created&limit=2&cursor=${body.next_cursor}`;
    }
    expect(pages).toEqual(shown);
  });
});
