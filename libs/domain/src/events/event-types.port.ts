import type { Rendered } from '../core/page.js';

/** The event types that leave the house. */
export abstract class EventTypes {
  /** Each type with the JSON schema of its payload. */
  abstract all(): Rendered[];

  abstract has(type: string): boolean;
}
