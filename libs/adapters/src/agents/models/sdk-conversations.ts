import { type Conversation, Conversations } from '@tandem/domain/agents/models/conversations.port';
import { uses } from '@tandem/domain/core/use-case';
import { Egress } from '@tandem/platform/egress/guarded-fetch';

/** How long a model may take: its answer is not streamed, so it comes all at once in the end. */
const totalMillis = 120_000;

// The SDK would write its warnings to the console.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Conversations over HTTP in the form of OpenAI's chat completions, which most providers understand. */
export class SdkConversations extends uses({ egress: Egress }, Conversations) {
  async converse(conversation: Conversation): Promise<unknown> {
    // Loaded when it is first needed: it would make every start longer, and most processes hold no conversation.
    const { SdkTalk } = await import('./sdk-talk.js');
    const endpoint = { access: conversation.access, fetch: this.egress.patientFetch, totalMillis };
    return new SdkTalk(conversation, endpoint).result();
  }
}
