import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hangUp, listen } from '@tandem/testing/local-server';
import { inMcpThread } from './in-mcp-thread.js';

describe('a visit to an app in a thread', () => {
  const asked: ServerResponse[] = [];
  const server = createServer((_, response) => void asked.push(response));
  let url: string;

  beforeAll(async () => void (url = await listen(server)));
  afterAll(() => hangUp(server));

  const visit = (limits: { millis: number; signal?: AbortSignal }) =>
    inMcpThread({ url, egress: { allowCidrs: ['127.0.0.0/8'] }, call: { tool: 'find', arguments: {} } }, limits);

  it('ends when its time is over', async () => {
    expect(await visit({ millis: 1500 })).toEqual({ fault: 'timeout' });
  });

  it('ends when it is not wanted any more', async () => {
    const stop = new AbortController();
    const visiting = visit({ millis: 60_000, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('cancelled')), 200);
    await expect(visiting).rejects.toThrow('cancelled');
    await expect(visit({ millis: 60_000, signal: stop.signal })).rejects.toThrow('cancelled');
  });
});
