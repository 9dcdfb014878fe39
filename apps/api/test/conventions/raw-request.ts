import { connect } from 'node:net';
import type { Response } from 'supertest';

/** A request as bytes: nothing of it is checked, escaped or completed but its length. */
export interface RawRequest {
  method: string;
  /** What stands behind the method, unescaped. */
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: Buffer;
}

/** Sends it over a connection of its own; rejects when no whole answer comes back. */
export async function sendRaw(address: string, { method, target, headers, body }: RawRequest): Promise<Response> {
  const { hostname, port } = new URL(address);
  const all = [
    ['Host', `${hostname}:${port}`],
    ['Connection', 'close'],
    ...(body ? [['Content-Length', String(body.length)]] : []),
    ...headers,
  ];
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return parseResponse(
    await exchange(address, Buffer.concat([Buffer.from(head, 'utf8'), body ?? Buffer.alloc(0)])),
    method,
  );
}

/** What comes back for these bytes until the server closes the connection; rejects after so long without a byte. */
export async function exchange(address: string, bytes: Buffer | string, timeoutMillis = 12_000): Promise<string> {
  const { hostname, port } = new URL(address);
  const received: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => void socket.write(bytes));
    socket.setTimeout(timeoutMillis, () => socket.destroy(new Error(`no answer to ${bytes.slice(0, 200).toString()}`)));
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      if (isStream(Buffer.concat(received).toString())) socket.destroy();
    });
    // What refuses a request before it has read it resets the connection after its answer.
    socket.on('error', (error) => (received.length ? resolve() : reject(error)));
    socket.on('close', () => resolve());
  });
  return Buffer.concat(received).toString('utf8');
}

/** A stream of events has no end: its first message is enough. */
const isStream = (response: string) => /\r\ncontent-type: text\/event-stream[^]*\n\n/i.test(response);

function parseResponse(response: string, method: string): Response {
  const end = response.indexOf('\r\n\r\n');
  const [line, ...fields] = response.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line!)?.[1]);
  if (!status) throw new Error(`no HTTP answer: ${JSON.stringify(response.slice(0, 200))}`);
  const headers = Object.fromEntries(fields.map(readField)) as Record<string, string>;
  const sent = response.slice(end + 4);
  const isChunked = headers['transfer-encoding'] === 'chunked';
  const isWhole = isChunked
    ? sent.endsWith('0\r\n\r\n') || isStream(response)
    : Buffer.byteLength(sent) === Number(headers['content-length'] ?? 0);
  if (method !== 'HEAD' && !isWhole) throw new Error(`half an answer: ${response.slice(0, 500)}`);
  const text = isChunked ? unchunked(Buffer.from(sent)) : sent;
  return { status, headers, text, body: bodyOf(text, headers['content-type']) } as Response;
}

function readField(field: string): [name: string, value: string] {
  const colon = field.indexOf(':');
  return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
}

function bodyOf(text: string, type = ''): unknown {
  if (/^(text|application)\/(event-stream|csv|x-ndjson)/.test(type)) return text;
  return type.includes('json') && text ? (JSON.parse(text) as unknown) : {};
}

function unchunked(sent: Buffer): string {
  const sizeEnd = sent.indexOf('\r\n');
  const size = parseInt(sent.subarray(0, Math.max(0, sizeEnd)).toString(), 16) || 0;
  const start = sizeEnd + 2;
  return size ? sent.subarray(start, start + size).toString() + unchunked(sent.subarray(start + size + 2)) : '';
}
