/** An event as a job sees it: what happened to which record. */
export interface Happened {
  eventId: string;
  type: string;
  resourceId: string;
}

/** A use case's answer that asks to be run again later with the same input. */
export class Again {
  constructor(readonly at: Date) {}
}
