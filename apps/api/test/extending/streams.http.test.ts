import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@tandem/domain/core/errors';
import { currentScope } from '@tandem/domain/core/scope';
import { Streamed } from '@tandem/domain/core/streamed';
import { type Feature, GET, streamOf } from '@tandem/platform/feature/feature';
import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { Int, OneOf } from '@tandem/platform/inputs/inputs';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

const megabyte = 'x'.repeat(1024 * 1024);
const producers = { begun: 0, ended: 0, chunks: 0 };

class StreamInput {
  @OneOf(['refuse', 'break', 'endless', 'tenant']) what!: 'refuse' | 'break' | 'endless' | 'tenant';
  @Int({ min: 0, max: 10, optional: true }) first?: number;
}

class StreamLines {
  run({ what, first = 0 }: StreamInput): Promise<Streamed> {
    if (what === 'refuse') throw new DomainError('conflict', 'nothing_to_stream', 'There is nothing to stream.');
    return Promise.resolve(new Streamed((closed) => this.lines(what, first, closed), { 'x-first': String(first) }));
  }

  private async *lines(what: string, first: number, closed: AbortSignal) {
    producers.begun++;
    try {
      yield `${first}\n`;
      await new Promise(setImmediate);
      if (what === 'break') throw new Error('the source broke');
      yield `${currentScope().tenantId}\n`;
      while (what === 'endless' && !closed.aborted) {
        producers.chunks++;
        yield megabyte;
      }
    } finally {
      producers.ended++;
    }
  }
}

const streams: Feature = {
  name: 'streams',
  summary: 'Streams.',
  problems: problemCodes('nothing_to_stream | 409 | Nothing to stream | There is nothing. | Wait.'),
  routes: [
    GET('/lines', 'authenticated', 'Stream lines', {
      input: StreamInput,
      run: StreamLines,
      response: streamOf('application/x-ndjson'),
      problems: ['409 nothing_to_stream'],
    }),
  ],
};

describe('a streamed response', () => {
  const world = useWorld({ features: [streams] });
  const { ada } = world;
  const open = (query: string, method = 'GET') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const url = `${world.address}/api/v1/lines?${query}`;
      get(url, { method, headers: { authorization: `Bearer ${ada.key}` } }, resolve).on('error', reject);
    });
  const allEnded = () => eventually(() => expect(producers.ended).toBe(producers.begun));

  it('is sent as produced, in the scope of its caller', async () => {
    const response = await ada.get('/lines?what=tenant&first=3');
    expect(response.headers).toMatchObject({ 'content-type': 'application/x-ndjson', 'x-first': '3' });
    expect(response.text).toBe(`3\n${ada.tenantId}\n`);
  });

  it('is refused with a problem before it begins', async () => {
    expect((await ada.get('/lines?what=refuse')).body).toMatchObject({ status: 409, code: 'nothing_to_stream' });
    expect((await ada.get('/lines?what=other')).status).toBe(400);
    expect((await ada.get('/lines?what=tenant', { accept: 'application/json' })).status).toBe(406);
  });

  it('lacks its last chunk after a failure', async () => {
    const response = await open('what=break');
    const [error] = (await once(response.resume(), 'error')) as [NodeJS.ErrnoException];
    expect([response.statusCode, response.complete, error.code]).toEqual([200, false, 'ECONNRESET']);
    await allEnded();
  });

  it('is produced no faster than it is read, and no longer', async () => {
    producers.chunks = 0;
    const response = await open('what=endless');
    await once(response, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(producers.chunks).toBeLessThan(40);
    response.destroy();
    await allEnded();
  });

  it('is cut off once its client has read nothing for half a minute', async () => {
    const response = await open('what=endless');
    await once(response, 'readable');
    await eventually(() => expect(producers.ended).toBe(producers.begun), 45_000);
    response.destroy();
  });

  it('has only headers for HEAD, and releases what it holds', async () => {
    const response = await open('what=endless', 'HEAD');
    await once(response.resume(), 'end');
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    await allEnded();
  });

  it('is no tool of models, no part of a batch, and documented', async () => {
    const call = { method: 'GET', path: '/api/v1/lines?what=tenant' };
    expect((await ada.post('/batch', { requests: [call] })).body).toMatchObject({ code: 'not_batchable' });
    const { body: document } = await world.raw('get', '/openapi.json');
    const operation = document.paths['/api/v1/lines'].get;
    expect(operation['x-mcp-tool']).toBeUndefined();
    expect(Object.keys(operation.responses[200].content)).toEqual(['application/x-ndjson']);
  });
});
