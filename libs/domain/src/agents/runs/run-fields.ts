export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export interface RunFields {
  input?: unknown;
  runAt?: Date | null;
  deadlineAt?: Date | null;
  /** Seconds from start to deadline, if no deadline is given. */
  deadlineSeconds?: number | null;
  budgetUsdCents?: number | null;
  model?: string | null;
  scheduleId?: string | null;
}

export interface RunRequest {
  blueprint: string;
  input: unknown;
  budgetUsdCents: number | null;
  model?: string | null;
  /** True for a later run, for which the model is not checked yet. */
  isLater?: boolean;
  /** Pointer to the input in the body, such as `/input`. */
  at: string;
}
