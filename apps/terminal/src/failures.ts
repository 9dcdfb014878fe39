import { TandemConnectionError, TandemError, TandemProblem } from '@tandem/client';
import { CommanderError } from 'commander';
import { plain } from './output.js';

/** The command was not understood. */
export class UsageFault extends Error {}

/** There is no API key to call with. */
export class NotSignedIn extends Error {}

/** There is no such record. */
export class NotFound extends Error {}

/** By Ctrl-C. */
export class Interrupted extends Error {}

const byStatus: Readonly<Record<number, number>> = { 401: 3, 404: 4, 409: 5, 412: 5, 429: 6 };

/** 1 refused, 2 usage, 3 not signed in, 4 not found, 5 conflict, 6 rate limited, 7 unreachable, 130 interrupted. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode && 2;
  if (error instanceof UsageFault) return 2;
  if (error instanceof NotSignedIn) return 3;
  if (error instanceof NotFound) return 4;
  if (error instanceof TandemConnectionError) return 7;
  if (error instanceof Interrupted) return 130;
  return (error instanceof TandemProblem && byStatus[error.status]) || 1;
}

/** What to print of it, a line each. */
export function linesOf(error: unknown): string[] {
  // Commander has printed its own.
  if (error instanceof CommanderError || error instanceof Interrupted) return [];
  if (!(error instanceof Error)) return [String(error)];
  return [...linesOfError(error), ...continuation(error)];
}

function linesOfError(error: Error): string[] {
  if (error instanceof TandemConnectionError) return [[error.message, ...reasonOf(error)].join(': ')];
  if (!(error instanceof TandemProblem)) return [plain(error.message)];
  const { code = String(error.status), detail, requestId, errors } = error;
  const faults = errors
    .filter((fault) => fault.detail !== detail)
    .map(({ pointer, parameter, detail: fault }) => `  ${pointer ?? parameter ?? ''}: ${fault}`);
  return [`${code}: ${detail}${requestId ? ` (${requestId})` : ''}`, ...faults].map(plain);
}

/** The innermost cause: that of `fetch` says only that it failed. */
function reasonOf({ cause }: Error): string[] {
  if (!(cause instanceof Error)) return [];
  const inner = reasonOf(cause);
  return inner.length ? inner : [(cause as NodeJS.ErrnoException).code ?? plain(cause.message)];
}

const continuation = (error: Error): string[] =>
  error instanceof TandemError && error.cursor ? [`continue with --cursor ${error.cursor}`] : [];
