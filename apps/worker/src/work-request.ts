/** A job for a tenant. Without input: the backlog of the subscription of that name. */
export interface WorkItem {
  useCase: string;
  tenantId: string;
  input: object | null;
}

export interface WorkRequest extends WorkItem {
  at?: Date | null;
}

/** Requests work soon. The database holds it already, so a lost request is only a delay. */
export type Wake = (requests: readonly WorkRequest[]) => Promise<void>;
