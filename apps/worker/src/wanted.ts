import { Next } from '@tandem/domain/core/happened';

/** What the consumer is to do: a verb for a tenant; without input, whatever a subscription of that name has to do there. */
export interface WorkItem {
  verb: string;
  tenantId: string;
  input: object | null;
}

export interface Wanted extends WorkItem {
  /** When it is due; now where absent. */
  at?: Date | null;
}

/** What a use case answered with, as far as it names further work. */
export const nextOf = (result: unknown): Next[] =>
  (Array.isArray(result) ? result : [result]).filter((one): one is Next => one instanceof Next);
