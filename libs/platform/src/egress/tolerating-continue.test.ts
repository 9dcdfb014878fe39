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

  it('may say 100 Continue unasked, on each request of a connection', async () => {
    for (const body of ['one', 'two', 'three']) {
      const answer = await request(server.url, { dispatcher, method: 'POST', body });
      expect([answer.statusCode, await answer.body.text()]).toEqual([200, 'answered']);
    }
    expect(server.connections).toBe(1);
  });
});
