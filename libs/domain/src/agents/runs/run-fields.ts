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

/** A run that is to be started, now or later, by whoever asks. */
export interface AskedRun {
  blueprint: string;
  input: unknown;
  /** Null for the blueprint's default. */
  budgetUsdCents: number | null;
  /** `provider/model`; null for the usual one. */
  model?: string | null;
  /** True for a run of a later time: whether there is a model to ask is not checked yet. */
  isLater?: boolean;
  /** Pointer to the input in the body, such as `/input`. */
  at: string;
}
