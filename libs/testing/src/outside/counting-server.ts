import { execFileSync } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { Lookup } from '@tandem/platform/egress/dialer';

/** A server on loopback that counts connections and records requests. */
export interface LocalServer {
  url: string;
  port: number;
  connections: number;
  requests: string[];
  stop(): Promise<void>;
}

export const loopback = ['127.0.0.0/8', '::1/128'];

export async function startServer(response: RequestListener, host = '127.0.0.1', port = 0): Promise<LocalServer> {
  return listening(createServer(response), 'http', host, port);
}

/** Presents a self-signed certificate for `localhost`, created each time so that none expires in the repository. */
export async function startTlsServer(response: RequestListener): Promise<LocalServer> {
  const request =
    'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 2 -subj /CN=localhost -keyout - -out -';
  const pem = execFileSync('openssl', request.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] });
  return listening(createTlsServer({ key: pem, cert: pem }, response), 'https', '127.0.0.1', 0);
}

/** Starts any TCP server with the same counters. */
export async function listening(server: NetServer, scheme: string, host: string, port: number): Promise<LocalServer> {
  const sockets = new Set<Socket>();
  const local: LocalServer = { url: '', port: 0, connections: 0, requests: [], stop: async () => undefined };
  server.on('connection', (socket) => {
    local.connections++;
    sockets.add(socket.on('error', () => undefined));
  });
  server.on('request', ({ url, headers }: { url: string; headers: { host?: string } }) =>
    local.requests.push(`${headers.host}${url}`),
  );
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, host, resolve));
  local.port = (server.address() as AddressInfo).port;
  local.url = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${local.port}`;
  local.stop = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return local;
}

/** A resolver that returns the steps one after the other and repeats the last; an Error rejects. */
export function responses(...steps: (string[] | Error)[]): Lookup & { requested: string[] } {
  const requested: string[] = [];
  const lookup: Lookup = (hostname, _, callback) => {
    const step = steps[Math.min(requested.push(hostname), steps.length) - 1]!;
    if (step instanceof Error) return callback(step, []);
    callback(
      null,
      step.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(lookup, { requested });
}
