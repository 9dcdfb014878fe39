import type { List } from '../core/page.js';

export interface EventType {
  type: string;
  /** JSON schema of its payload. */
  schema: object;
}

/** The event types that leave the house. */
export abstract class EventTypes {
  /** Each type, by name. */
  abstract list(): List<EventType>;
}
