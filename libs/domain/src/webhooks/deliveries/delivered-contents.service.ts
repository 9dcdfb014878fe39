import { resourceTypeOf } from '../../core/events/event-types.js';
import type { GuardedContent, Subject } from '../../core/access/guarded-content.js';
import { GuardedContents } from '../../core/access/guarded-contents.service.js';
import { withoutScopes } from '../../core/access/reading.js';
import type { Rights } from '../../core/access/rights.js';
import { uses } from '../../core/use-case.js';
import type { WebhookEvent } from '../webhook-body.js';
import type { WebhookMessage } from '../webhook-sender.port.js';
import type { Addressee } from './due-deliveries.port.js';

/** Removes guarded content from events for readers who may not see it. */
export class DeliveredContents extends uses({ contents: GuardedContents }) {
  /** What each endpoint's member may read. */
  async readable(messages: readonly WebhookMessage[], addressees: readonly Addressee[]): Promise<WebhookMessage[]> {
    const readable: WebhookMessage[] = [];
    for (const { endpoint, rights } of addressees) {
      const those = messages.filter((message) => message.endpoint.id === endpoint.id);
      const events = await this.readableTo(
        withoutScopes(rights),
        those.map(({ event }) => event),
      );
      readable.push(...those.map((message, i) => ({ ...message, event: events[i]! })));
    }
    return readable;
  }

  /** The events as the reader may see them, in order. */
  async readableTo<E extends WebhookEvent>(reader: Rights, events: readonly E[]): Promise<readonly E[]> {
    if (reader.isUnlimited) return events;
    const subjects = events.map((event) => this.subjectOf(event));
    if (!subjects.some(Boolean)) return events;
    const hidden = await this.contents.hiddenFrom(reader, subjects);
    return events.map((event, i) => (hidden[i] ? withheld(event, hidden[i]) : event));
  }

  private subjectOf({ type, data }: WebhookEvent): Subject | undefined {
    const resourceType = resourceTypeOf(type);
    return this.contents.guards(resourceType)
      ? { resourceType, id: (JSON.parse(data) as { id: string }).id }
      : undefined;
  }
}

const withheld = <E extends WebhookEvent>(event: E, content: GuardedContent): E => ({
  ...event,
  data: JSON.stringify(content.withheld(JSON.parse(event.data) as object)),
});
