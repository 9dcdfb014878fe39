import { type Conversation, Conversations } from '@tandem/domain/agents/models/conversations.port';
import { uses } from '@tandem/domain/core/use-case';
import { Egress } from '@tandem/platform/egress/guarded-fetch';

/** Longer than for other requests: the answer is not streamed and arrives complete. */
const totalMillis = 120_000;

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

export class SdkConversations extends uses({ egress: Egress }, Conversations) {
  async converse(conversation: Conversation): Promise<unknown> {
    // Imported lazily: it would slow every start, and most processes hold no conversation.
    const { SdkTalk } = await import('./sdk-talk.js');
    const endpoint = { access: conversation.access, fetch: this.egress.patientFetch, totalMillis };
    return new SdkTalk(conversation, endpoint).result();
  }
}
