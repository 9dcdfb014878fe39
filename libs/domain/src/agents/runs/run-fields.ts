export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** What is said of a run when it is made. */
export interface RunFields {
  input?: unknown;
  runAt?: Date | null;
  deadlineAt?: Date | null;
  /** Where no deadline is given: how long after its start. */
  deadlineSeconds?: number | null;
  budgetUsdCents?: number | null;
  /** `provider/model`, for a blueprint that asks one. */
  model?: string | null;
  /** The schedule that starts it. */
  scheduleId?: string | null;
}
