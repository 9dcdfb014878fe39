import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, buildConnector, request } from 'undici';
import { type LocalServer, startTlsServer } from '@tandem/testing/outside/counting-server';
import { toleratingContinue } from './tolerating-continue.js';

describe('a server behind TLS', () => {
  const dispatcher = new Agent({
    connections: 1,
    connect: toleratingContinue(buildConnector({ rejectUnauthorized: false })),
  });
  let server: LocalServer;

  beforeAll(async () => {
    server = await startTlsServer((_, response) => {
      response.writeContinue();
      response.writeContinue();
      response.end('answered');
    });
  });
  afterAll(() => Promise.all([dispatcher.destroy(), server.stop()]));

  it('may send 100 Continue without an Expect header, on each request of a connection', async () => {
    for (const body of ['one', 'two', 'three']) {
      const response = await request(server.url, { dispatcher, method: 'POST', body });
      expect([response.statusCode, await response.body.text()]).toEqual([200, 'answered']);
    }
    expect(server.connections).toBe(1);
  });
});
