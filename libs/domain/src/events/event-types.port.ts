import type { Rendered } from '../core/page.js';

/** The event types that leave the house. */
export abstract class EventTypes {
  /** Each type with the JSON schema of its payload. */
  abstract all(): Rendered[];

  abstract has(type: string): boolean;

  /** True for a type, and for a family such as `task.*` that has any. */
  abstract covers(pattern: string): boolean;

  /** Every family, such as `task.*`, by name. */
  abstract families(): string[];
}
