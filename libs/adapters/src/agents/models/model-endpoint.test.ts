import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnbilledFailure } from '@tandem/domain/agents/runs/run-failure';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import { hangUp, listen } from '@tandem/testing/local-server';
import { questionFetch } from './model-endpoint.js';

describe('a question to a model', () => {
  let answer: (response: ServerResponse) => void;
  const server = createServer((_, response) => answer(response));
  const egress = new Egress({ allowCidrs: ['127.0.0.0/8'] });
  let url: string;

  beforeAll(async () => void (url = await listen(server)));
  afterAll(() => Promise.all([hangUp(server), egress.close()]));

  const ask = (totalMillis: number) => {
    const access = { provider: 'x', model: 'x', address: url, key: 'sk-0123456789', limit: 'max_tokens' as const };
    const fetch = questionFetch({ access, fetch: egress.patientFetch, totalMillis }, async () => 256);
    return fetch(url, { method: 'POST', body: '{}' });
  };

  it.each<[string, (response: ServerResponse) => void]>([
    ['is silent', () => undefined],
    ['is silent after the headers', (response) => response.writeHead(200).flushHeaders()],
    [
      'answers drop by drop',
      (response) => {
        const dripping = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(dripping));
      },
    ],
  ])('ends when its time is over, where the model %s, and may have been billed', async (_, answers) => {
    answer = answers;
    const began = performance.now();
    const failure = await ask(300).catch((error: unknown) => error);
    expect(failure).toMatchObject({ category: 'model_error', detail: 'The model did not answer: timeout.' });
    expect(failure).not.toBeInstanceOf(UnbilledFailure);
    expect(performance.now() - began).toBeGreaterThan(250);
  });

  it('that is refused is judged by the status, even where the body is cut off, and costs nothing', async () => {
    answer = (response) =>
      void response.writeHead(429, { 'content-length': 50 }).write('half', () => response.destroy());
    const failure = await ask(5000).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnbilledFailure);
    expect(failure).toMatchObject({ category: 'rate_limited' });
  });

  it('may take longer than other calls', async () => {
    answer = (response) => void setTimeout(() => response.end('{}'), 400);
    expect((await ask(120_000)).status).toBe(200);
  });
});
