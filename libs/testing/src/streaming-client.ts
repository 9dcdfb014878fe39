import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Caller } from './callers.js';

export interface Message {
  id: number;
  event: string;
  /** As sent. */
  data: string;
}

interface Opening {
  query?: string;
  lastEventId?: number | string;
  method?: 'GET' | 'HEAD';
}

/** A client of `GET /events/stream` that collects what it receives. */
export class StreamingClient {
  readonly messages: Message[] = [];
  hasEnded = false;
  /** True if the connection broke instead. */
  isCut = false;
  private text = '';

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8').on('data', (text: string) => this.receive(text));
    response.on('end', () => (this.hasEnded = true)).on('error', () => (this.isCut = true));
  }

  /** Settles with the headers. */
  static open(address: string, { key }: Pick<Caller, 'key'>, opening: Opening = {}): Promise<StreamingClient> {
    const { query = '', lastEventId, method = 'GET' } = opening;
    const headers = {
      authorization: `Bearer ${key}`,
      // A compressed stream would be held back.
      'accept-encoding': 'gzip',
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    };
    return new Promise((resolve, reject) => {
      const url = `${address}/api/v1/events/stream${query && `?${query}`}`;
      const request = get(url, { method, headers, agent: false }, (response) => resolve(new StreamingClient(response)));
      request.on('error', reject);
    });
  }

  get status(): number {
    return this.response.statusCode!;
  }

  get headers(): IncomingHttpHeaders {
    return this.response.headers;
  }

  /** The body of a refusal. */
  get problem(): Record<string, unknown> {
    return JSON.parse(this.text) as Record<string, unknown>;
  }

  /** Without hello, bookmarks and end. */
  get events(): Message[] {
    return this.messages.filter(({ event }) => event.includes('.'));
  }

  get sequences(): number[] {
    return this.events.map(({ id }) => id);
  }

  get types(): string[] {
    return this.events.map(({ event }) => event);
  }

  /** The position from which to resume. */
  get lastEventId(): number {
    return this.messages.at(-1)!.id;
  }

  /** The code with which the stream ended. */
  get endCode(): string | undefined {
    const end = this.messages.find(({ event }) => event === 'end');
    return end && (JSON.parse(end.data) as { code: string }).code;
  }

  pause(): void {
    this.response.pause();
  }

  close(): void {
    this.response.destroy();
  }

  private receive(text: string): void {
    this.text += text;
    if (this.status !== 200) return;
    const frames = this.text.split('\n\n');
    this.text = frames.pop()!;
    for (const frame of frames) this.messages.push(messageOf(frame));
  }
}

function messageOf(frame: string): Message {
  const fields = new Map(frame.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  return { id: Number(fields.get('id')), event: fields.get('event')!, data: fields.get('data')! };
}
