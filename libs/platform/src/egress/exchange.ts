import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher } from 'undici';
import { areTinyChunks } from './tiny-chunks.js';
import { failureOf, type FailureName } from './egress-failure.js';

/** Once the status line has arrived, the outcome is a response, and errors in its body are named in `broken`. */
export type Outcome =
  | {
      kind: 'response';
      status: number;
      headers: Record<string, string>;
      body: string;
      truncated: boolean;
      broken: FailureName | null;
      durationMs: number;
    }
  | { kind: 'failure'; error: FailureName; status?: number; durationMs: number };

export interface Limits {
  connectTimeoutMs: number;
  totalTimeoutMs: number;
  readLimitBytes: number;
  signal?: AbortSignal | undefined;
}

const maxInterim = 16;
/** Created once, because the stack of an error costs as much as the rest of a short exchange. */
const ended = new Error('the exchange has ended');

/** A request dispatched through undici; collects the response and ends the connection when a limit is reached. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects only if undici finds the request itself malformed, which is the caller's fault. */
  readonly outcome: Promise<Outcome>;
  private resolve!: (outcome: Outcome) => void;
  private reject!: (fault: Error) => void;
  private readonly startedAt = performance.now();
  private timer: NodeJS.Timeout;
  private readonly chunks: Buffer[] = [];
  private received = 0;
  private interim = 0;
  private pieces = 0;
  private status = 0;
  private readonly headers: Record<string, string> = {};
  private controller: Dispatcher.DispatchController | undefined;
  private ended = false;

  constructor(private readonly limits: Limits) {
    this.outcome = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.timer = setTimeout(() => this.onConnectLimit(), Math.min(limits.connectTimeoutMs, limits.totalTimeoutMs));
    limits.signal?.addEventListener('abort', this.onAbort);
  }

  /** undici calls this once connected, before it writes: after a timeout nothing is sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.ended) this.hangUp();
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return this.countInterim();
    if (status < 400 && status >= 300 && headers.location !== undefined)
      return this.fail('redirect_not_followed', status);
    this.status = status;
    for (const [name, value] of Object.entries(headers))
      this.headers[name] = typeof value === 'string' ? value : [value].flat().join(', ');
  }

  /** A server may send a few interim responses (RFC 9110, 15.2), not an endless series. */
  private countInterim(): void {
    if (++this.interim > maxInterim) this.fail('invalid_response');
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.ended) return;
    this.chunks.push(chunk.subarray(0, this.limits.readLimitBytes - this.received));
    this.received += chunk.length;
    if (areTinyChunks(++this.pieces, this.received)) return this.fail('invalid_response');
    if (this.received > this.limits.readLimitBytes) this.end(this.response());
  }

  onResponseEnd(): void {
    this.end(this.response());
  }

  onResponseError(_: unknown, error: Error & { code?: string }): void {
    if (error.code === 'UND_ERR_INVALID_ARG' && !this.controller && !this.ended) this.reject(error);
    this.fail(failureOf(error));
  }

  private readonly onAbort = () => this.fail('aborted');

  /** Most exchanges have ended by then, so they need only one timer. */
  private onConnectLimit(): void {
    const left = this.limits.totalTimeoutMs - this.elapsed();
    if (!this.controller || left <= 0) return this.fail('timeout');
    this.timer = setTimeout(() => this.fail('timeout'), left);
  }

  private fail(error: FailureName, status?: number): void {
    if (this.status) return this.end(this.response(error));
    this.end({ kind: 'failure', error, ...(status && { status }), durationMs: this.elapsed() });
  }

  private response(broken: FailureName | null = null): Outcome {
    const bytes = Buffer.concat(this.chunks);
    const truncated = this.received > this.limits.readLimitBytes;
    const isCut = truncated || broken !== null;
    // A decoder holds back an incomplete character; PostgreSQL rejects NUL.
    const text = isCut ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8');
    const body = text.replaceAll('\0', '\uFFFD');
    const { status, headers } = this;
    return { kind: 'response', status, headers, body, truncated, broken, durationMs: this.elapsed() };
  }

  private elapsed(): number {
    return Math.round(performance.now() - this.startedAt);
  }

  private end(outcome: Outcome): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    this.limits.signal?.removeEventListener('abort', this.onAbort);
    this.resolve(outcome);
    this.hangUp();
  }

  /** No effect if the response ended normally: the connection is then reused. */
  private hangUp(): void {
    this.controller?.abort(ended);
  }
}
