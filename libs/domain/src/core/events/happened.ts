import { currentScope } from '../scope.js';

/** An event as a job sees it: what happened to which record. */
export interface EventRef {
  eventId: string;
  type: string;
  resourceId: string;
  /** Its number among the events of the tenant, without gaps and in the order of commits. */
  sequence: number;
}

/** Consecutive events of one tenant, by sequence, both ends included. */
export interface EventRange {
  from: number;
  to: number;
}

/**
 * A use case's answer that says what to do next in the tenant of the scope: a verb by its class name. It is only a wake-up: what
 * is due is in the database, and a sweep finds it if this is lost. A null input wakes the subscription of that name.
 */
export class FollowUp {
  readonly tenantId = currentScope().tenantId;

  constructor(
    readonly verb: string,
    readonly input: object | null,
    readonly at: Date | null = null,
  ) {}
}
