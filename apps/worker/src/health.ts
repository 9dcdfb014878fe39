import type { Server } from 'node:http';
import type { Dependencies } from '@tandem/platform/process/dependencies';
import { makeHttpServer } from '@tandem/platform/serving/http-server';
import type { MetricsPage } from '@tandem/platform/serving/metrics-page';
import type { Settings } from '@tandem/platform/settings/settings';

type HealthResponse = [status: number, body: string, headers?: Record<string, string>];

export async function serveHealth(
  { WORKER_PORT, HOST }: Settings,
  metrics: MetricsPage,
  dependencies: Dependencies,
): Promise<Server> {
  const respond = async (url?: string, authorization?: string): Promise<HealthResponse> => {
    if (url === '/livez') return [200, '{"status":"ok"}'];
    if (url === '/readyz')
      return (await dependencies.readiness()).isReady
        ? [200, '{"status":"ok"}']
        : [503, '{"status":"unavailable"}', { 'retry-after': '1' }];
    if (url !== '/metrics') return [404, '{"status":"not found"}'];
    return metrics.isOpenTo(authorization)
      ? [200, await metrics.text(), { 'content-type': metrics.type }]
      : [401, '{"status":"unauthenticated"}', { 'www-authenticate': 'Bearer' }];
  };
  const server = makeHttpServer((request, response) => {
    void respond(request.url, request.headers.authorization)
      .catch((): HealthResponse => [500, '{"status":"failed"}'])
      .then(([status, body, headers]) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
      );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(WORKER_PORT, HOST, resolve));
  return server;
}
