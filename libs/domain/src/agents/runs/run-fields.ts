export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Fields of a new run. */
export interface RunFields {
  input?: unknown;
  runAt?: Date | null;
  deadlineAt?: Date | null;
  /** Seconds from start to deadline, if no deadline is given. */
  deadlineSeconds?: number | null;
  budgetUsdCents?: number | null;
  /** `provider/model`, for a blueprint with a model. */
  model?: string | null;
  scheduleId?: string | null;
}

/** A requested run, to start now or later. */
export interface AskedRun {
  blueprint: string;
  input: unknown;
  /** Null for the blueprint's default. */
  budgetUsdCents: number | null;
  /** `provider/model`; null for the default. */
  model?: string | null;
  /** True for a later run, for which the model is not checked yet. */
  isLater?: boolean;
  /** Pointer to the input in the body, such as `/input`. */
  at: string;
}
