import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { hangUp, listen } from '@tandem/testing/local-server';

export interface StandInResponse {
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

/** A server in place of a provider: answers as it is told and remembers who called. Each test finds it untouched. */
interface ProviderStandIn {
  url: string;
  seen: Seen[];
  response: StandInResponse;
}

export function useProvider(): ProviderStandIn {
  const standIn: ProviderStandIn = { url: '', seen: [], response: {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      standIn.seen.push({ method: method!, path: url!, headers, body: Buffer.concat(chunks).toString() });
      const { status = 200, headers: sent = {}, body = {}, hangs } = standIn.response;
      if (hangs) return;
      response.writeHead(status, sent).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  beforeAll(async () => void (standIn.url = await listen(server)));
  beforeEach(() => void Object.assign(standIn, { seen: [], response: {} }));
  afterAll(() => hangUp(server));
  return standIn;
}
