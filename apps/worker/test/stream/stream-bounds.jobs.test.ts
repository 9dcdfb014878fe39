import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { eventually } from '@tandem/testing/eventually';
import { StreamingClient } from '@tandem/testing/streaming-client';
import { type Caller, useWorld } from '@tandem/testing/world';

const perProcess = 60;
const insertLong = `insert into events (tenant_id, id, type, is_public, resource_type, resource_id,
    actor_type, actor_id, channels, metadata, data, created_at)
  select $1, id, 'note.updated', true, 'note', id, 'system', 'system', '{notes}', '{}',
    json_build_object('id', id, 'body', repeat('x', 200000)), now() from unnest($2::uuid[]) as id`;

describe('event streams', () => {
  const world = useWorld({ workers: 1, fresh: 'tenants', settings: { STREAMS_PER_PROCESS: String(perProcess) } });
  const { ada, other, withKey, asOwner, forkApi } = world;
  const opened: StreamingClient[] = [];
  const open = async (caller: Caller, address = world.address) => {
    const client = await StreamingClient.open(address, caller);
    opened.push(client);
    return client;
  };
  const openMany = (count: number, caller: Caller) => Promise.all(Array.from({ length: count }, () => open(caller)));
  const metric = async (name: string) => {
    const { text } = await world.raw('get', '/metrics');
    return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  };
  afterEach(async () => {
    opened.splice(0).forEach((client) => client.close());
    await eventually(async () => expect(await metric('tandem_event_streams')).toBe(0));
  });

  it('are limited by key and process, and a closed one makes way for another', async () => {
    const clients = await openMany(50, ada);
    const refused = await open(ada);
    await eventually(() => expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_streams' }));
    expect(refused.headers['retry-after']).toBe('5');
    await openMany(perProcess - 50, await withKey(ada, {}));
    const full = await open(other);
    await eventually(() => expect(full.problem).toMatchObject({ status: 503, code: 'no_free_stream' }));
    expect([full.headers['retry-after'], await metric('tandem_event_streams')]).toEqual(['5', perProcess]);
    clients[0]!.close();
    await eventually(async () => expect((await open(other)).status).toBe(200));
  });

  it('take no slot for HEAD and for refused requests', async () => {
    for (let i = 0; i < 55; i++) {
      expect((await ada.get('/events/stream?types=nothing')).status).toBe(400);
      const head = await StreamingClient.open(world.address, ada, { method: 'HEAD' });
      expect(head.status).toBe(200);
    }
    await eventually(async () => expect(await metric('tandem_event_streams')).toBe(0));
  });

  it('are cut if the client reads nothing, while others go on', async () => {
    const [reader, url] = [await open(ada), new URL(world.address)];
    const socket = connect({ port: Number(url.port), host: url.hostname });
    await once(socket, 'connect');
    const request = `GET /api/v1/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.key}\r\n\r\n`;
    socket.pause().write(request);
    await eventually(async () => expect(await metric('tandem_event_streams')).toBe(2));
    const ids = Array.from({ length: 100 }, () => newId());
    await asOwner(insertLong, [ada.tenantId, ids]);
    await ada.post('/tasks', { title: 'last' });
    await eventually(() => expect(reader.types.at(-1)).toBe('task.created'));
    expect(reader.types.filter((type) => type === 'note.updated')).toHaveLength(100);
    await eventually(async () => expect(await metric('tandem_event_streams')).toBe(1), 30_000);
    const { text } = await world.raw('get', '/metrics');
    expect(text).toContain('tandem_event_streams_ended_total{reason="client_stalled"} 1');
    socket.destroy();
  });

  it('end on SIGTERM, before the process stops serving; their clients continue elsewhere', async () => {
    const leaving = await forkApi({ SHUTDOWN_DRAIN_SECONDS: '2' });
    const client = await open(ada, leaving.address);
    await eventually(() => expect(client.messages).toHaveLength(1));
    const ended = leaving.end('SIGTERM');
    await eventually(() => expect([client.endCode, client.hasEnded]).toEqual(['shutting_down', true]));
    expect(leaving.isAlive).toBe(true);
    const late = await open(ada, leaving.address);
    await eventually(() => expect([late.status, late.endCode]).toEqual([200, 'shutting_down']));
    await ada.post('/tasks', { title: 'meanwhile' });
    const next = await StreamingClient.open(world.address, ada, { lastEventId: client.lastEventId });
    opened.push(next);
    await eventually(() => expect(next.types).toEqual(['task.created']));
    await ended;
  });
});
