import { DomainError, type Finding, type Kind } from '../../core/errors.js';
import { RunFailure } from './run-failure.js';

/** Why a rule of the workspace refused an operation, as the journal keeps it and a model is told. */
export interface Refusal {
  code: string;
  detail: string;
  errors: readonly Finding[];
}

const refusing: readonly Kind[] = ['forbidden', 'not_found', 'conflict', 'gone', 'invalid', 'malformed'];

/** The refusal that an error stands for; undefined for any other error. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof OperationRefused) return error.refusal;
  if (!(error instanceof DomainError) || !refusing.includes(error.kind)) return undefined;
  return { code: error.code, detail: error.message, errors: error.extra.findings ?? [] };
}

/** An operation was refused. A blueprint may catch it and go on with something else; otherwise the run fails with it. */
export class OperationRefused extends RunFailure {
  constructor(readonly refusal: Refusal) {
    const isOfRights = refusal.code === 'insufficient_scope';
    super(isOfRights ? 'permission_denied' : 'tool_error', `${refusal.code}: ${refusal.detail}`);
  }
}
