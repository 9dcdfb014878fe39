import { readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hangUp, listen } from '@tandem/testing/local-server';
import { serveTools } from '@tandem/testing/tool-server';
import { inMcpThread } from './in-mcp-thread.js';

describe('a visit to an app in a thread', () => {
  const asked: ServerResponse[] = [];
  const server = createServer((_, response) => void asked.push(response));
  let url: string;

  beforeAll(async () => void (url = await listen(server)));
  afterAll(() => hangUp(server));

  const visit = (limits: { millis: number; signal?: AbortSignal }, to = url) =>
    inMcpThread({ url: to, egress: { allowCidrs: ['127.0.0.0/8'] }, call: { tool: 'find', arguments: {} } }, limits);

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

  it('gives way to other work once it has begun to talk, not while it begins', async () => {
    const app = await serveTools({ find: '1' });
    const waysGiven: [string, boolean][] = [];
    app.heard = (method) => void waysGiven.push([method, hasGivenWay()]);
    await visit({ millis: 30_000 }, app.url);
    await app.stop();
    expect(waysGiven).toContainEqual(['initialize', false]);
    expect(waysGiven).toContainEqual(['tools/call', process.platform === 'linux']);
  });
});

/** Whether a thread of this process has a lower priority than the process began with. */
function hasGivenWay(): boolean {
  if (process.platform !== 'linux') return false;
  return readdirSync('/proc/self/task').some((id) => priorityOf(Number(id)) > getPriority(process.pid));
}

/** That of the process where the thread has just ended. */
function priorityOf(thread: number): number {
  try {
    return getPriority(thread);
  } catch {
    return getPriority(process.pid);
  }
}
