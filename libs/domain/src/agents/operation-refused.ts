import type { DomainError, Finding, Kind } from '../core/errors.js';
import { RunFailure } from './run-failure.js';

/** Why a rule of the workspace refused an operation, as the journal keeps it and a model is told. */
export interface Refusal {
  code: string;
  detail: string;
  errors: readonly Finding[];
}

const refusing: readonly Kind[] = ['forbidden', 'not_found', 'conflict', 'gone', 'invalid', 'malformed'];

export const isRefusal = ({ kind }: DomainError) => refusing.includes(kind);

export const refusalOf = ({ code, message, extra }: DomainError): Refusal => ({
  code,
  detail: message,
  errors: extra.findings ?? [],
});

/** An operation was refused; a blueprint may go on with something else. One that does not catch it fails with it. */
export class OperationRefused extends RunFailure {
  constructor(readonly refusal: Refusal) {
    const isOfRights = refusal.code === 'insufficient_scope';
    super(isOfRights ? 'permission_denied' : 'tool_error', `${refusal.code}: ${refusal.detail}`);
  }
}
