import { setTimeout as sleep } from 'node:timers/promises';
import type { TandemEvent } from '@tandem/client';
import { plain, nameOf } from '../output.js';
import { type Outcome, send, type Target } from './send.js';

export interface Forwarded {
  event: TandemEvent;
  /** The body of the webhook, as the server sent it. */
  body: string;
}

interface Listener {
  target: Target;
  say: (line: string) => void;
  /** Everything up to this sequence was forwarded or given up. */
  onPosition: (sequence: number) => void;
  signal: AbortSignal;
}

const maxInFlight = 4;
const pausesMillis = [1_000, 5_000];
const awayMillis = 1_000;

/** Forwards events in order, each started once the former one has left this process. */
export class Forwarder {
  private readonly inFlight = new Map<number, Promise<void>>();
  private newest = 0;
  private last: Forwarded | undefined;
  private paused: Promise<void> | undefined;
  private resume = () => {};
  private isAway = false;
  private readonly ending = new AbortController();
  private readonly signal: AbortSignal;

  constructor(private readonly listener: Listener) {
    this.signal = AbortSignal.any([listener.signal, this.ending.signal]);
    this.signal.addEventListener('abort', () => this.unpause());
  }

  get isIdle(): boolean {
    return this.inFlight.size === 0;
  }

  /** Resolves when the next event may come. */
  async take(forwarded: Forwarded): Promise<void> {
    while (this.paused) await this.paused;
    while (this.inFlight.size >= maxInFlight && !this.signal.aborted) await Promise.race(this.inFlight.values());
    this.signal.throwIfAborted();
    const { sequence } = forwarded.event;
    [this.last, this.newest] = [forwarded, sequence];
    await new Promise<void>((onSent) => {
      this.inFlight.set(
        sequence,
        this.deliver(forwarded, onSent).then((isDone) => {
          if (isDone) this.note(sequence);
          onSent();
        }),
      );
    });
  }

  /** Until what has left this process is answered. What waits for another try comes again later. */
  async end(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.inFlight.values());
  }

  togglePause(): void {
    this.listener.say(this.paused ? 'Resumed.' : 'Paused: p resumes.');
    if (this.paused) this.unpause();
    else this.paused = new Promise((resolve) => (this.resume = resolve));
  }

  resendLast(): void {
    if (this.last) void this.deliver(this.last, () => {});
    else this.listener.say('Nothing has been forwarded yet.');
  }

  private unpause(): void {
    this.paused = undefined;
    this.resume();
  }

  /** False if it was ended between two tries. */
  private async deliver({ event, body }: Forwarded, onSent: () => void): Promise<boolean> {
    const { target, say } = this.listener;
    for (let attempt = 1; ;) {
      const outcome = await send(target, { eventId: event.id, body, attempt }, onSent);
      if ('failure' in outcome && outcome.failure === 'ECONNREFUSED') {
        if (await this.waitForReceiver()) continue;
        return false;
      }
      this.isAway = false;
      onSent();
      const pauseMillis = pausesMillis[attempt - 1];
      say(`${event.type} ${subjectOf(event)} → ${described(outcome)}`);
      if (isDelivered(outcome)) return true;
      if (pauseMillis === undefined) {
        say(`${event.type} ${subjectOf(event)}: given up after ${attempt} tries.`);
        return true;
      }
      if (!(await this.pauseFor(pauseMillis))) return false;
      attempt++;
    }
  }

  /** A receiver that is being restarted misses nothing. */
  private waitForReceiver(): Promise<boolean> {
    if (!this.isAway) this.listener.say(`Nothing listens at ${this.listener.target.url.origin}: waiting for it.`);
    this.isAway = true;
    return this.pauseFor(awayMillis);
  }

  /** False if it was ended meanwhile. */
  private async pauseFor(millis: number): Promise<boolean> {
    await sleep(millis, undefined, { signal: this.signal }).catch(() => {});
    return !this.signal.aborted;
  }

  private note(sequence: number): void {
    this.inFlight.delete(sequence);
    this.listener.onPosition(this.isIdle ? this.newest : Math.min(...this.inFlight.keys()) - 1);
  }
}

const isDelivered = (outcome: Outcome) => 'status' in outcome && outcome.status >= 200 && outcome.status < 300;

function described(outcome: Outcome): string {
  const took = `(${outcome.millis} ms)`;
  if ('failure' in outcome) return `${outcome.failure} ${took}`;
  return `${outcome.status} ${took}${isDelivered(outcome) || !outcome.text ? '' : ` ${plain(outcome.text)}`}`;
}

function subjectOf({ data }: TandemEvent): string {
  const { identifier, ...record } = data as { identifier?: string };
  return identifier ?? nameOf(record);
}
