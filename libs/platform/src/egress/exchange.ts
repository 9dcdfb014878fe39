import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher } from 'undici';
import { areTinyChunks } from './tiny-chunks.js';
import { failureOf, type FailureName } from './egress-failure.js';

/**
 * What became of a request. The status line decides: what goes wrong in the body behind it leaves the exchange a response, and is
 * named in `broken`. A failure has a status only where a redirect was refused.
 */
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
/** Made once: the stack of an error costs as much as the rest of a short exchange. */
const ended = new Error('the exchange has ended');

/** One request on its way through undici: gathers the answer and ends the connection as soon as a limit is met. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects only where undici finds the request itself malformed, which is a fault of the caller. */
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

  /** undici calls this when a connection stands and before it writes: one that comes too late sends nothing. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.ended) this.hangUp();
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return this.hearInterim();
    if (status < 400 && status >= 300 && headers.location !== undefined)
      return this.fail('redirect_not_followed', status);
    this.status = status;
    for (const [name, value] of Object.entries(headers))
      this.headers[name] = typeof value === 'string' ? value : [value].flat().join(', ');
  }

  /** A server may announce its answer a few times (RFC 9110, 15.2), not for ever. */
  private hearInterim(): void {
    if (++this.interim > maxInterim) this.fail('invalid_response');
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.ended) return;
    this.chunks.push(chunk.subarray(0, this.limits.readLimitBytes - this.received));
    this.received += chunk.length;
    if (areTinyChunks(++this.pieces, this.received)) return this.fail('invalid_response');
    if (this.received > this.limits.readLimitBytes) this.end(this.answer());
  }

  onResponseEnd(): void {
    this.end(this.answer());
  }

  onResponseError(_: unknown, error: Error & { code?: string }): void {
    if (error.code === 'UND_ERR_INVALID_ARG' && !this.controller && !this.ended) this.reject(error);
    this.fail(failureOf(error));
  }

  private readonly onAbort = () => this.fail('aborted');

  /** Most exchanges are over by then, so that one timer is enough for them. */
  private onConnectLimit(): void {
    const left = this.limits.totalTimeoutMs - this.elapsed();
    if (!this.controller || left <= 0) return this.fail('timeout');
    this.timer = setTimeout(() => this.fail('timeout'), left);
  }

  private fail(error: FailureName, status?: number): void {
    if (this.status) return this.end(this.answer(error));
    this.end({ kind: 'failure', error, ...(status && { status }), durationMs: this.elapsed() });
  }

  private answer(broken: FailureName | null = null): Outcome {
    const bytes = Buffer.concat(this.chunks);
    const truncated = this.received > this.limits.readLimitBytes;
    const isCut = truncated || broken !== null;
    // A decoder holds back a character that is cut in two; PostgreSQL takes no NUL.
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

  /** Does nothing where the answer has ended by itself: the connection is then kept for the next request. */
  private hangUp(): void {
    this.controller?.abort(ended);
  }
}
