import { FollowUp } from '@tandem/domain/core/events/happened';

/** Work for the consumer: a verb for a tenant. Without input: whatever the subscription of that name has to do there. */
export interface WorkItem {
  verb: string;
  tenantId: string;
  input: object | null;
}

export interface Wanted extends WorkItem {
  /** When it is due; now where absent. */
  at?: Date | null;
}

/** The further work that a use case's answer names, if any. */
export const followUpsIn = (result: unknown): FollowUp[] =>
  (Array.isArray(result) ? result : [result]).filter((one): one is FollowUp => one instanceof FollowUp);
