import { DomainError } from '../../core/errors.js';
import { currentScope } from '../../core/scope.js';
import { Meter } from '../../core/telemetry/meter.js';
import { uses } from '../../core/use-case.js';
import { StreamTerms } from './stream-terms.port.js';

const perCaller = 50;
const perTenant = 200;
const retryAfterSeconds = 5;

/** Limits the open streams of this process: in total, of a tenant, and of a key or member. */
export class StreamSlots extends uses({ terms: StreamTerms, meter: Meter }) {
  private readonly taken = new Map<string, number>();

  /** Returns what releases the slot, given why the stream ended. */
  take(): (reason: string) => void {
    const { tenantId, actor } = currentScope();
    const { perProcess } = this.terms;
    if (this.of('process') >= perProcess) throw refusal('no_free_stream', `This server serves ${perProcess}`);
    if (this.of(tenantId) >= perTenant) throw refusal('too_many_streams', `This tenant has ${perTenant}`);
    if (this.of(actor.id) >= perCaller) throw refusal('too_many_streams', `This key or member has ${perCaller}`);
    const counted = ['process', tenantId, actor.id];
    this.count(counted, 1);
    return (reason) => {
      this.count(counted, -1);
      this.meter.observe('tandem_event_streams_ended_total', 1, { reason });
    };
  }

  private of(counted: string): number {
    return this.taken.get(counted) ?? 0;
  }

  private count(counted: readonly string[], difference: 1 | -1): void {
    for (const one of counted) {
      const now = this.of(one) + difference;
      if (now > 0) this.taken.set(one, now);
      else this.taken.delete(one);
    }
    this.meter.observe('tandem_event_streams', this.of('process'));
  }
}

const kinds = { no_free_stream: 'unavailable', too_many_streams: 'rate_limited' } as const;

const refusal = (code: keyof typeof kinds, limit: string) =>
  new DomainError(kinds[code], code, `${limit} event streams, the maximum.`, { retryAfterSeconds });
