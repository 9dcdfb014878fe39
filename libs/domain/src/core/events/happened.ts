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
