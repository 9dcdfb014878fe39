import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { hangUp, listen } from '../local-server.js';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The event in the body. */
  event: { id: string; type: string; sequence: number | null; tenant_id: string; data: Record<string, unknown> };
}

type Reaction = (received: Received, response: ServerResponse) => void;

const thanks: Reaction = (_, response) => response.end('thanks');

/** Somebody's server that webhooks are delivered to. */
export class WebhookReceiver {
  url = '';
  received: Received[] = [];
  /** How it answers; 200 unless a test says otherwise. */
  react = thanks;
  private server: Server | undefined;

  /** Has received nothing yet, and is at an address that nobody knows yet. */
  async open(): Promise<void> {
    const received: Received[] = (this.received = []);
    this.react = thanks;
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push(read(request.url!, request.headers, Buffer.concat(chunks).toString()));
        this.react(received.at(-1)!, response);
      });
    });
    this.url = await listen(this.server);
  }

  /** What came to a path. */
  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  async close(): Promise<void> {
    if (this.server) await hangUp(this.server);
  }
}

function read(path: string, given: IncomingHttpHeaders, body: string): Received {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  return { path, headers, body, event: JSON.parse(body) as Received['event'] };
}

/** Answers with a status and, where given, headers. */
export const answering =
  (status: number, headers: Record<string, string> = {}): Reaction =>
  (_, response) =>
    void response.writeHead(status, headers).end('no');
