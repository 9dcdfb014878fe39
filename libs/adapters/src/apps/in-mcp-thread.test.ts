import { readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hangUp, listen } from '@tandem/testing/local-server';
import { serveTools } from '@tandem/testing/tool-server';
import { inMcpThread } from './in-mcp-thread.js';

describe('a call of an app in a thread', () => {
  const requests: ServerResponse[] = [];
  const server = createServer((_, response) => void requests.push(response));
  let url: string;

  beforeAll(async () => void (url = await listen(server)));
  afterAll(() => hangUp(server));

  const call = (limits: { millis: number; signal?: AbortSignal }, to = url) =>
    inMcpThread({ url: to, egress: { allowCidrs: ['127.0.0.0/8'] }, call: { tool: 'find', arguments: {} } }, limits);

  it('times out', async () => {
    expect(await call({ millis: 1500 })).toEqual({ fault: 'timeout' });
  });

  it('rejects when its signal aborts', async () => {
    const stop = new AbortController();
    const pending = call({ millis: 60_000, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('cancelled')), 200);
    await expect(pending).rejects.toThrow('cancelled');
    await expect(call({ millis: 60_000, signal: stop.signal })).rejects.toThrow('cancelled');
  });

  it('lowers its priority after the handshake, not before', async () => {
    const app = await serveTools({ find: '1' });
    const priorities: [string, boolean][] = [];
    app.heard = (method) => void priorities.push([method, isAnyThreadLowered()]);
    await call({ millis: 30_000 }, app.url);
    await app.stop();
    expect(priorities).toContainEqual(['initialize', false]);
    expect(priorities).toContainEqual(['tools/call', process.platform === 'linux']);
  });
});

function isAnyThreadLowered(): boolean {
  if (process.platform !== 'linux') return false;
  return readdirSync('/proc/self/task').some((id) => priorityOf(Number(id)) > getPriority(process.pid));
}

function priorityOf(thread: number): number {
  try {
    return getPriority(thread);
  } catch {
    return getPriority(process.pid);
  }
}
