import { DomainError, invalid } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import type { Blueprint } from './blueprint.js';
import type { SchemaCheck } from './schema-check.port.js';

export interface AskedRun {
  input: unknown;
  budgetUsdCents: number | null;
  /** Where the input stands in the body: `/input`. */
  at: string;
}

/** Throws when whoever asks may not have such a run, or its input does not fit; with every fault. */
export function mustAdmit(
  schemas: SchemaCheck,
  { inputSchema }: Blueprint,
  { input, budgetUsdCents, at }: AskedRun,
): void {
  if (currentScope().isTest && budgetUsdCents !== null)
    throw new DomainError('forbidden', 'test_key', 'A test key cannot start runs with a budget.');
  const findings = schemas.findings(inputSchema, input, at);
  if (findings.length) throw invalid(findings);
}
