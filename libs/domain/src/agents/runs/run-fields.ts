export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** What is said of a run when it is made. */
export interface RunFields {
  input?: unknown;
  runAt?: Date | null;
  deadlineAt?: Date | null;
  /** Seconds from its start to its deadline, where no deadline is given. */
  deadlineSeconds?: number | null;
  budgetUsdCents?: number | null;
  /** `provider/model`, for a blueprint that asks one. */
  model?: string | null;
  /** The schedule that starts it. */
  scheduleId?: string | null;
}
