import { resourceTypeOf } from '../../core/events/event-types.js';
import type { GuardedContent, Subject } from '../../core/access/guarded-content.js';
import { GuardedContents } from '../../core/access/guarded-contents.service.js';
import { withoutScopes } from '../../core/access/reading.js';
import type { Rights } from '../../core/access/rights.js';
import { uses } from '../../core/use-case.js';
import type { WebhookEvent } from '../webhook-body.js';
import type { WebhookMessage } from '../webhook-sender.port.js';
import type { Addressee } from './due-deliveries.port.js';

/** Removes guarded content from events whose endpoint belongs to a member who may not read it. */
export class DeliveredContents extends uses({ contents: GuardedContents }) {
  async readable(messages: readonly WebhookMessage[], addressees: readonly Addressee[]): Promise<WebhookMessage[]> {
    const readable: WebhookMessage[] = [];
    for (const { endpoint, rights } of addressees) {
      const those = messages.filter((message) => message.endpoint.id === endpoint.id);
      readable.push(...(await this.readableTo(withoutScopes(rights), those)));
    }
    return readable;
  }

  private async readableTo(reader: Rights, messages: WebhookMessage[]): Promise<WebhookMessage[]> {
    const subjects = messages.map(({ event }) => this.subjectOf(event));
    if (reader.isUnlimited || !subjects.some(Boolean)) return messages;
    const hidden = await this.contents.hiddenFrom(reader, subjects);
    return messages.map((one, i) => (hidden[i] ? { ...one, event: withheld(one.event, hidden[i]) } : one));
  }

  private subjectOf({ type, data }: WebhookEvent): Subject | undefined {
    const resourceType = resourceTypeOf(type);
    return this.contents.guards(resourceType)
      ? { resourceType, id: (JSON.parse(data) as { id: string }).id }
      : undefined;
  }
}

const withheld = (event: WebhookEvent, content: GuardedContent): WebhookEvent => ({
  ...event,
  data: JSON.stringify(content.withheld(JSON.parse(event.data) as object)),
});
