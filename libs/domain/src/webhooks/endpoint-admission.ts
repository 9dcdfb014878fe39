import { DomainError, type Finding, invalid } from '../core/errors.js';
import { EventTypes } from '../events/event-types.port.js';
import type { EndpointFields } from './webhook-endpoint.js';
import { WebhookSender } from './webhook-sender.port.js';

/** Checks what an endpoint is to become against what there is: event types and addresses. */
export class EndpointAdmission {
  static needs = [EventTypes, WebhookSender] as const;

  constructor(
    private readonly eventTypes: EventTypes,
    private readonly sender: WebhookSender,
  ) {}

  /** Looks names up, so call it outside transactions. */
  async check({ url, eventTypes }: EndpointFields): Promise<void> {
    const refusal = url === undefined ? null : await this.sender.refusalOf(url);
    const unknown = this.unknown(eventTypes ?? []);
    if (refusal && unknown.length === 0) throw urlNotAllowed(refusal);
    if (refusal) unknown.push(urlFinding(refusal));
    if (unknown.length) throw invalid(unknown);
  }

  unknown(eventTypes: readonly string[]): Finding[] {
    return eventTypes.flatMap((type, index) =>
      this.eventTypes.covers(type)
        ? []
        : [{ pointer: `/event_types/${index}`, code: 'unknown_event_type', detail: `There is no event type ${type}.` }],
    );
  }
}

const urlFinding = (detail: string): Finding => ({ pointer: '/url', code: 'url_not_allowed', detail });

const urlNotAllowed = (detail: string) =>
  new DomainError('invalid', 'url_not_allowed', detail, { findings: [urlFinding(detail)] });
