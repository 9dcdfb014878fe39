import { openScope } from './scope.js';

/** An event as a job sees it: what happened to which record. */
export interface Happened {
  eventId: string;
  type: string;
  resourceId: string;
}

/** A run of one tenant's events, by sequence, both ends included. */
export interface EventRange {
  from: number;
  to: number;
}

/**
 * A use case's answer that says what is to be done next, and when: the verb's class name, its input, and the tenant it is done for.
 * It is only a wake-up: what is due stands in the database, and a sweeper finds it should this be lost.
 */
export class Next {
  readonly tenantId: string;

  constructor(
    readonly verb: string,
    readonly input: object,
    readonly at: Date | null = null,
    tenantId?: string,
  ) {
    this.tenantId = tenantId ?? openScope()!.tenantId;
  }
}
