import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { hangUp, listen, startProxy } from '@tandem/testing/local-server';
import { useWorld } from '@tandem/testing/world';
import { Tandem, type TandemEvent, TandemProblem } from './tandem.js';

const titleOf = (event: TandemEvent) => (event.type === 'task.created' ? event.data.title : event.type);

/** Everything up to the task with this title. */
async function readTo(last: string, stream: AsyncIterable<TandemEvent>): Promise<TandemEvent[]> {
  const read = [];
  for await (const event of stream) {
    read.push(event);
    if (titleOf(event) === last) break;
  }
  return read;
}

describe('the event stream of the client', () => {
  const world = useWorld({ workers: 1 });
  const { ada } = world;

  it('survives a restart of the API and cut connections: each event once, in order', async () => {
    let api = await world.forkApi();
    const clients = new Set<Socket>();
    const cut = () => clients.forEach((client) => client.resetAndDestroy());
    const server = await startProxy(world.address, (client) => {
      clients.add(client);
      client.on('close', () => clients.delete(client));
      void import('node:net').then(({ connect }) => {
        const behind = connect(Number(new URL(api.address).port), '127.0.0.1');
        client.pipe(behind).pipe(client);
        behind.on('error', () => client.resetAndDestroy());
        client.on('close', () => behind.destroy());
      });
    });
    const tandem = new Tandem({ apiKey: ada.key, baseUrl: server.url });
    const direct = new Tandem({ apiKey: ada.key, baseUrl: world.address });
    const write = (title: string) => direct.tasks.create({ body: { title } });
    const reading = readTo('last', tandem.events.stream({ query: { types: ['task.created'] } }, { after: 0 }));
    await write('first');
    cut();
    await write('second');
    await api.end('SIGTERM');
    await write('third');
    api = await world.forkApi();
    await write('fourth');
    await api.end('SIGKILL');
    api = await world.forkApi();
    await write('last');
    expect((await reading).map(titleOf)).toEqual(['first', 'second', 'third', 'fourth', 'last']);
    cut();
    await server.close();
  });

  it('continues after a position, and ends when its consumer leaves or its signal aborts', async () => {
    const tandem = new Tandem({ apiKey: ada.key, baseUrl: world.address });
    const query = { types: ['task.created' as const] };
    const [first] = await readTo('first', tandem.events.stream({ query }, { after: 0 }));
    const next = tandem.events.stream({ query }, { after: first!.sequence });
    expect(titleOf((await next.next()).value as TandemEvent)).toBe('second');
    await next.return();
    const ending = new AbortController();
    const waiting = tandem.events.stream({ query, signal: ending.signal }).next();
    setTimeout(() => ending.abort(), 50);
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('throws once the key is revoked', async () => {
    const reader = await world.withKey(ada, { scopes: ['tasks:read'] });
    const { data } = await new Tandem({ apiKey: ada.key, baseUrl: world.address }).apiKeys.list();
    const stream = new Tandem({ apiKey: reader.key, baseUrl: world.address }).events.stream({}, { after: 0 });
    await stream.next();
    await ada.delete(`/api-keys/${data[0]!.id}`);
    const reading = readTo('never', stream);
    await expect(reading).rejects.toBeInstanceOf(TandemProblem);
    await expect(reading).rejects.toMatchObject({ status: 401 });
  });

  it('gives up a connection that has been silent for three heartbeats', async () => {
    const requests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      requests.push(request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 10\nid: 5\nevent: hello\ndata: {"sequence":5,"heartbeat_seconds":0.05}\n\n');
      if (requests.length > 1)
        response.write('id: 6\nevent: task.created\ndata: {"type":"task.created","data":{"title":"x"}}\n\n');
    });
    const tandem = new Tandem({ baseUrl: await listen(server) });
    const stream = tandem.events.stream();
    const { value } = await stream.next();
    expect(titleOf(value as TandemEvent)).toBe('x');
    expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '5']);
    const closed = once(requests[1]!.socket, 'close');
    await stream.return();
    await closed;
    await hangUp(server);
  });
});
