import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The event in the body. */
  event: { id: string; type: string; sequence: number | null; tenant_id: string; data: Record<string, unknown> };
}

type Reaction = (received: Received, response: ServerResponse) => void;

/** Somebody's server that webhooks are delivered to. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** How it answers; 200 unless a test says otherwise. */
  react: Reaction = (_, response) => response.end('thanks');
  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => receiver.take(request.url!, request.headers, Buffer.concat(chunks).toString(), response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What came to a path. */
  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(path: string, given: IncomingHttpHeaders, body: string, response: ServerResponse): void {
    const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const received = { path, headers, body, event: JSON.parse(body) as Received['event'] };
    this.received.push(received);
    this.react(received, response);
  }
}

/** Answers with a status and, where given, headers. */
export const answering =
  (status: number, headers: Record<string, string> = {}): Reaction =>
  (_, response) =>
    void response.writeHead(status, headers).end('no');
