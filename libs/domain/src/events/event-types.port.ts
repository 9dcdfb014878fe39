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

  /** True for a type, and for a family such as `task.*` that has any. */
  abstract covers(pattern: string): boolean;

  /** Every family, such as `task.*`, by name. */
  abstract families(): string[];
}
