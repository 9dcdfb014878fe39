import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

interface Health {
  port: number;
  host: string;
  registry: Registry;
  /** Throws when the worker cannot work now. */
  ready: () => Promise<unknown>;
}

/** `/livez`, `/readyz` and `/metrics` of a worker process. */
export async function serveHealth({ port, host, registry, ready }: Health): Promise<Server> {
  const server = createServer((request, response) => {
    const send = (status: number, body: string, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (request.url === '/livez') send(200, '{"status":"ok"}');
    else if (request.url === '/readyz')
      ready().then(
        () => send(200, '{"status":"ok"}'),
        () => send(503, '{"status":"unavailable"}'),
      );
    else if (request.url === '/metrics') void registry.metrics().then((text) => send(200, text, registry.contentType));
    else send(404, '{"status":"not found"}');
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}
