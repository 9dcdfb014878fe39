import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnbilledFailure } from '@tandem/domain/agents/runs/run-failure';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import { hangUp, listen } from '@tandem/testing/local-server';
import { questionFetch } from './model-endpoint.js';

describe('a question to a model', () => {
  let respond: (response: ServerResponse) => void;
  const server = createServer((_, response) => respond(response));
  const egress = new Egress({ allowCidrs: ['127.0.0.0/8'] });
  let url: string;

  beforeAll(async () => void (url = await listen(server)));
  afterAll(() => Promise.all([hangUp(server), egress.close()]));

  const request = (totalMillis: number) => {
    const access = { provider: 'x', model: 'x', address: url, key: 'sk-0123456789', limit: 'max_tokens' as const };
    const fetch = questionFetch({ access, fetch: egress.patientFetch, totalMillis }, async () => 256);
    return fetch(url, { method: 'POST', body: '{}' });
  };

  it.each<[string, (response: ServerResponse) => void]>([
    ['is silent', () => undefined],
    ['is silent after the headers', (response) => response.writeHead(200).flushHeaders()],
    [
      'sends its response byte by byte',
      (response) => {
        const interval = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(interval));
      },
    ],
  ])('times out when the model %s, and may have been billed', async (_, responder) => {
    respond = responder;
    const began = performance.now();
    const failure = await request(300).catch((error: unknown) => error);
    expect(failure).toMatchObject({ category: 'model_error', detail: 'The model did not answer: timeout.' });
    expect(failure).not.toBeInstanceOf(UnbilledFailure);
    expect(performance.now() - began).toBeGreaterThan(250);
  });

  it('fails by the status of a refusal and costs nothing, even if the body is cut off', async () => {
    respond = (response) =>
      void response.writeHead(429, { 'content-length': 50 }).write('half', () => response.destroy());
    const failure = await request(5000).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnbilledFailure);
    expect(failure).toMatchObject({ category: 'rate_limited' });
  });

  it('may take longer than other requests', async () => {
    respond = (response) => void setTimeout(() => response.end('{}'), 400);
    expect((await request(120_000)).status).toBe(200);
  });
});
