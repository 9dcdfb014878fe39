import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandInAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** True to say nothing at all. */
  hangs?: boolean;
}

export interface Seen {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server in place of a provider: answers as it is told and remembers who called. */
export interface ProviderStandIn {
  url: string;
  seen: Seen[];
  answer: StandInAnswer;
  stop(): Promise<void>;
}

export async function startProvider(): Promise<ProviderStandIn> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      standIn.seen.push({ method: method!, path: url!, headers, body: Buffer.concat(chunks).toString() });
      const { status = 200, headers: sent = {}, body = {}, hangs } = standIn.answer;
      if (hangs) return;
      response.writeHead(status, sent).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: ProviderStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    answer: {},
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return standIn;
}
