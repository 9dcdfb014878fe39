import { clock } from '../../core/clock.js';
import { DomainError } from '../../core/errors.js';
import type { Denial } from '../../core/access/authorizations.js';
import { masked } from '../journal/masking.js';

/** Why a run failed; true if a retry may help. */
const retried = {
  invalid_input: false,
  configuration: false,
  permission_denied: false,
  budget_exceeded: false,
  deadline_exceeded: false,
  step_limit: false,
  output_invalid: false,
  tool_error: false,
  tool_outcome_unknown: false,
  app_unreachable: true,
  rate_limited: true,
  model_error: true,
  model_refused: false,
  worker_lost: true,
  internal: true,
} as const;

export type FailureCategory = keyof typeof retried;
export const failureCategories = Object.keys(retried) as FailureCategory[];

export const isProductFailure = (category: FailureCategory | null) =>
  category === 'internal' || category === 'worker_lost';

const backoffSeconds = { first: 10, factor: 3, max: 300 };

const maxDetailLength = 2000;

/** Thrown by blueprints; any other error becomes `internal`. */
export class RunFailure extends Error {
  readonly detail: string;
  /** The original error for operators, without secrets; hidden from callers. */
  readonly unexpected?: Error;

  constructor(
    readonly category: FailureCategory,
    detail: string,
    /** Requested by the external server; a retry waits this long, but at most five minutes. */
    readonly retryAfterSeconds?: number,
    unexpected?: Error,
  ) {
    super(detail);
    if (unexpected) this.unexpected = withoutSecrets(unexpected);
    this.detail = masked(detail).slice(0, maxDetailLength);
  }

  get mayBeRetried(): boolean {
    return retried[this.category];
  }

  /** Exponential backoff with jitter, at least `retryAfterSeconds`. */
  nextAttemptAfter(failures: number): Date {
    const { first, factor, max } = backoffSeconds;
    const seconds = Math.min(max, first * factor ** (failures - 1)) * (0.9 + Math.random() * 0.1);
    const requested = Math.min(max, this.retryAfterSeconds ?? 0);
    return new Date(clock.millis() + Math.max(seconds, requested) * 1000);
  }

  /** Converts any error; details of an unexpected one are hidden. */
  static from(error: unknown): RunFailure {
    if (error instanceof RunFailure) return error;
    if (error instanceof DomainError && error.kind === 'forbidden')
      return new RunFailure('permission_denied', error.message);
    if (error instanceof DomainError && error.kind !== 'unavailable')
      return new RunFailure('tool_error', `${error.code}: ${error.message}`);
    const name = error instanceof Error ? error.name : typeof error;
    const detail = `Something unexpected happened while the agent worked (${name}).`;
    if (error instanceof DomainError) return new RunFailure('internal', detail);
    return new RunFailure('internal', detail, undefined, error instanceof Error ? error : new Error(name));
  }
}

function withoutSecrets(error: Error): Error {
  const { name, message, stack = '' } = error;
  const { code } = error as { code?: unknown };
  return Object.assign(new Error(masked(message)), { name, code, stack: masked(stack) });
}

/** A model call that was not sent or returned an error, and is therefore free. */
export class UnbilledFailure extends RunFailure {}

export const workerLost = () => new RunFailure('worker_lost', 'The worker of this run vanished.');

export const deadlineExceeded = () => new RunFailure('deadline_exceeded', 'The deadline of this run has passed.');

export const claimLost = () => new RunFailure('worker_lost', 'This worker no longer holds the run.');

export const outcomeUnknown = (name: string) =>
  new RunFailure('tool_outcome_unknown', `It is not known whether "${name}" took place before the worker vanished.`);

const denialDetails: Record<Denial, string> = {
  owner_deactivated: 'A member on whose behalf this run works is deactivated.',
  key_inactive: 'An API key on whose behalf this run works is revoked, paused or expired.',
  permission_denied: 'A member on whose behalf this run works has lost the right to do this.',
};

export const denied = (denial: Denial) => new RunFailure('permission_denied', denialDetails[denial]);
