import type { FeedEvent } from './event-feed.port.js';

export interface EventFilterFields {
  /** Types or families such as `task.*`. */
  types?: readonly string[];
  channels?: readonly string[];
}

/** The events that a client wants to receive. */
export class EventFilter {
  /** Equal for equal filters. */
  readonly key: string;
  private readonly types: ReadonlySet<string> | undefined;
  private readonly families: readonly string[];
  private readonly channels: ReadonlySet<string> | undefined;

  constructor({ types, channels }: EventFilterFields) {
    this.key = JSON.stringify([types, channels]);
    this.types = types && new Set(types);
    this.families = (types ?? []).filter((type) => type.endsWith('.*')).map((type) => type.slice(0, -1));
    this.channels = channels && new Set(channels);
  }

  wants({ type, channels }: Pick<FeedEvent, 'type' | 'channels'>): boolean {
    const isOfType = !this.types || this.types.has(type) || this.families.some((family) => type.startsWith(family));
    return isOfType && (!this.channels || channels.some((channel) => this.channels!.has(channel)));
  }
}
