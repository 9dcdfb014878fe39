export interface EventRef {
  eventId: string;
  type: string;
  resourceId: string;
  /** Per tenant, without gaps, in the order of commits. */
  sequence: number;
}

/** Consecutive sequence numbers of one tenant, both ends included. */
export interface EventRange {
  from: number;
  to: number;
}
