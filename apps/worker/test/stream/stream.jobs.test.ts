import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { StreamingClient } from '@tandem/testing/streaming-client';
import { type Caller, useWorld } from '@tandem/testing/world';

describe('the event stream', () => {
  const world = useWorld({ workers: 1, fresh: 'tenants' });
  const { ada, other, receiver, withKey, member } = world;
  const opened: StreamingClient[] = [];
  const open = async (caller: Caller, opening?: Parameters<typeof StreamingClient.open>[2]) => {
    const client = await StreamingClient.open(world.address, caller, opening);
    opened.push(client);
    return client;
  };
  /** The last sequence, once all events so far are numbered. */
  const newest = async () => {
    const { id } = (await ada.post('/tasks', { title: 'the last so far' })).body;
    const client = await open(ada, { query: 'after_sequence=0' });
    await eventually(() => expect(client.events.at(-1)!.data).toContain(id));
    return client.lastEventId;
  };
  afterEach(() => opened.splice(0).forEach((client) => client.close()));

  it('begins with hello, from now on, and carries events as webhooks do, byte for byte', async () => {
    const { body: endpoint } = await ada.post('/webhook-endpoints', { url: receiver.url, event_types: ['note.*'] });
    await newest();
    const client = await open(ada);
    await eventually(() => expect(client.messages).toHaveLength(1));
    const [hello] = client.messages;
    expect(hello).toMatchObject({ event: 'hello', data: `{"sequence":${hello!.id},"heartbeat_seconds":15}` });
    expect(client.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked',
    });
    for (const title of ['Ä\n\u2028', 'two']) await ada.post('/notes', { title, body: `**${title}**` });
    await eventually(() => expect(receiver.received).toHaveLength(2));
    await eventually(() => expect(client.types.filter((type) => type === 'note.created')).toHaveLength(2));
    const notes = client.events.filter(({ event }) => event === 'note.created').map(({ data }) => data);
    expect(notes.sort()).toEqual(receiver.received.map(({ body }) => body).sort());
    await ada.delete(`/webhook-endpoints/${endpoint.id}`);
  });

  it('continues after a given sequence, without gap or repeat', async () => {
    const start = await newest();
    for (let i = 0; i < 5; i++) await ada.post('/tasks', { title: `task ${i}` });
    const all = await open(ada, { query: `after_sequence=${start}` });
    await eventually(() => expect(all.events).toHaveLength(5));
    const rest = await open(ada, { lastEventId: start + 2, query: 'after_sequence=0' });
    await eventually(() => expect(rest.sequences).toEqual([3, 4, 5].map((step) => start + step)));
    await ada.post('/tasks', { title: 'live' });
    await eventually(() => expect(all.sequences).toEqual([1, 2, 3, 4, 5, 6].map((step) => start + step)));
    await eventually(() => expect(rest.sequences).toHaveLength(4));
  });

  it('shows only the requested types, families and channels', async () => {
    const start = await newest();
    const [families, both] = [
      await open(ada, { query: 'types=task.*,project.created' }),
      await open(ada, { query: 'types=task.created, note.created&channels=notes' }),
    ];
    await ada.post('/notes', { title: 'n' });
    await ada.post('/tasks', { title: 't' });
    await ada.post('/projects', { name: 'p', identifier: 'PRO' });
    await eventually(() => expect(families.types).toEqual(['task.created', 'project.created']));
    await eventually(() => expect(both.types).toEqual(['note.created']));
    const replayed = await open(ada, { query: `after_sequence=${start}&types=note.*` });
    await eventually(() => expect(replayed.types).toEqual(['note.created']));
  });

  it('refuses unknown types, malformed positions and positions that do not exist', async () => {
    const unknown = await ada.get('/events/stream?types=task.created,job.done&after_sequence=x');
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
    expect(unknown.body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'types',
      'after_sequence',
    ]);
    for (const id of ['x', '-1', '1.5', '9007199254740993']) {
      const { status, body } = await ada.get('/events/stream', { 'last-event-id': id });
      expect([status, body.code, body.errors[0].header]).toEqual([400, 'invalid_header', 'Last-Event-ID']);
    }
    const last = await newest();
    const beyond = await ada.get(`/events/stream?after_sequence=${last + 1}`);
    expect(beyond).toMatchObject({ status: 400, body: { code: 'unknown_sequence', newest_sequence: last } });
  });

  it('answers HEAD with headers only', async () => {
    const client = await open(ada, { method: 'HEAD' });
    await eventually(() => expect(client.hasEnded).toBe(true));
    expect([client.status, client.headers['x-accel-buffering'], client.messages]).toEqual([200, 'no', []]);
  });

  it('shows nothing of other tenants', async () => {
    const [own, theirs] = [
      await open(ada, { query: 'after_sequence=0' }),
      await open(other, { query: 'after_sequence=0' }),
    ];
    await ada.post('/tasks', { title: 'ours' });
    await other.post('/tasks', { title: 'theirs' });
    await eventually(() => expect(own.events.at(-1)!.data).toContain('ours'));
    await eventually(() => expect(theirs.events.at(-1)!.data).toContain('theirs'));
    for (const [client, { tenantId }] of [
      [own, ada],
      [theirs, other],
    ] as const)
      for (const { data } of client.events) expect(JSON.parse(data)).toMatchObject({ tenant_id: tenantId });
  });

  it('shows with webhooks:read what GET /webhook-events shows, otherwise what key and member may read', async () => {
    const start = await newest();
    const hidden = (await ada.post('/projects', { name: 'Hidden', identifier: 'HID', is_private: true })).body;
    const named = (await ada.post('/projects', { name: 'Named', identifier: 'NAM' })).body;
    for (const project of [hidden, named]) await ada.post('/tasks', { title: project.name, project_id: project.id });
    await ada.post('/notes', { title: 'note' });
    await ada.post('/contacts', { display_name: 'Bo' });
    const bob = await member(ada, [
      { domain: '*', access_level: 'read' },
      { domain: 'tasks', access_level: 'read', resource_filter: { project_ids: [named.id] } },
      { domain: 'contacts', access_level: 'none' },
      { domain: 'api_keys', access_level: 'write' },
    ]);
    const [listener, scoped] = [
      await withKey(bob, { scopes: ['webhooks:read'] }),
      await withKey(bob, { scopes: ['tasks:read'] }),
    ];
    const listed = (await listener.get(`/webhook-events?after_sequence=${start}&limit=100`)).body.data;
    const [all, some] = [
      await open(listener, { query: `after_sequence=${start}` }),
      await open(scoped, { query: `after_sequence=${start}` }),
    ];
    await eventually(() => expect(some.events.map(({ data }) => JSON.parse(data).data.title)).toEqual(['Named']));
    await eventually(() =>
      expect(all.sequences.slice(0, listed.length)).toEqual(
        listed.map(({ sequence }: { sequence: number }) => sequence),
      ),
    );
    await ada.post('/contacts', { display_name: 'Cy' });
    await ada.post('/tasks', { title: 'elsewhere' });
    await ada.post('/tasks', { title: 'live', project_id: named.id });
    await eventually(() =>
      expect(some.events.map(({ data }) => JSON.parse(data).data.title)).toEqual(['Named', 'live']),
    );
    await eventually(() => expect(all.events.at(-1)!.data).toContain('live'));
    expect(all.types.filter((type) => type.startsWith('contact.'))).toEqual([]);
    expect(all.events.filter(({ data }) => /Hidden|elsewhere/.test(data))).toEqual([]);
  });
});
