import { DomainError, type Finding, type Kind } from '../../core/errors.js';
import { RunFailure } from './run-failure.js';

export interface Refusal {
  code: string;
  detail: string;
  errors: readonly Finding[];
}

const refusalKinds: readonly Kind[] = ['forbidden', 'not_found', 'conflict', 'gone', 'invalid', 'malformed'];

export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof OperationRefused) return error.refusal;
  if (!(error instanceof DomainError) || !refusalKinds.includes(error.kind)) return undefined;
  return { code: error.code, detail: error.message, errors: error.extra.findings ?? [] };
}

/** A refused operation. A blueprint may catch it and continue; otherwise the run fails. */
export class OperationRefused extends RunFailure {
  constructor(readonly refusal: Refusal) {
    const isOfRights = refusal.code === 'insufficient_scope';
    super(isOfRights ? 'permission_denied' : 'tool_error', `${refusal.code}: ${refusal.detail}`);
  }
}
