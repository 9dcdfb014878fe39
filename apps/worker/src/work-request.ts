/** Work for the consumer: a verb for a tenant. Without input: whatever the subscription of that name has to do there. */
export interface WorkItem {
  verb: string;
  tenantId: string;
  input: object | null;
}

/** Asks for a work item to be done. */
export interface WorkRequest extends WorkItem {
  /** When it is due; now where absent. */
  at?: Date | null;
}

/** Has work done soon. It is in the database already, so a request that gets lost is only a delay. */
export type Wake = (requests: readonly WorkRequest[]) => Promise<void>;
