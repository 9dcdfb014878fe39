import type { Server } from 'node:http';
import { makeHttpServer } from '@tandem/platform/serving/http-server';
import type { MetricsPage } from '@tandem/platform/serving/metrics-page';
import { sharedFor } from '@tandem/platform/serving/shared-for';

interface Health {
  port: number;
  host: string;
  metrics: MetricsPage;
  /** Throws when the worker cannot work now. */
  ready: () => Promise<unknown>;
}

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** How long it counts as known whether the worker can work. */
const readyMillis = 1000;

/** `/livez`, `/readyz` and `/metrics` of a worker process. */
export async function serveHealth({ port, host, metrics, ready }: Health): Promise<Server> {
  const look = sharedFor(readyMillis, ready);
  const answers: Record<string, (authorization?: string) => Answer | Promise<Answer>> = {
    '/livez': () => ({ status: 200, body: '{"status":"ok"}' }),
    '/readyz': () =>
      look().then(
        () => ({ status: 200, body: '{"status":"ok"}' }),
        () => ({ status: 503, body: '{"status":"unavailable"}', headers: { 'retry-after': '1' } }),
      ),
    '/metrics': async (authorization): Promise<Answer> =>
      metrics.isOpenTo(authorization)
        ? { status: 200, body: await metrics.text(), headers: { 'content-type': metrics.type } }
        : { status: 401, body: '{"status":"unauthenticated"}', headers: { 'www-authenticate': 'Bearer' } },
  };
  const answer = async (url: string, authorization?: string): Promise<Answer> =>
    Object.hasOwn(answers, url) ? answers[url]!(authorization) : { status: 404, body: '{"status":"not found"}' };
  const server = makeHttpServer((request, response) => {
    void answer(request.url ?? '', request.headers.authorization)
      .catch(() => ({ status: 500, body: '{"status":"failed"}', headers: {} }))
      .then(({ status, body, headers }) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
      );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}
