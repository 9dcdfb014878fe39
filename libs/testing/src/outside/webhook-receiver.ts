import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { hangUp, listen } from '../local-server.js';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: { id: string; type: string; sequence: number | null; tenant_id: string; data: Record<string, unknown> };
}

type Reaction = (received: Received, response: ServerResponse) => void;

const thanks: Reaction = (_, response) => response.end('thanks');

/** An external server that receives webhooks. */
export class WebhookReceiver {
  url = '';
  received: Received[] = [];
  /** Writes the response; 200 unless a test overrides it. */
  react = thanks;
  private server: Server | undefined;

  /** Starts empty, at a new address. */
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

/** Responds with a status and optional headers. */
export const responding =
  (status: number, headers: Record<string, string> = {}): Reaction =>
  (_, response) =>
    void response.writeHead(status, headers).end('no');
