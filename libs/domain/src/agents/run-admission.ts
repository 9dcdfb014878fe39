import { DomainError, invalid } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import type { Blueprint } from './blueprint.js';
import { SchemaCheck } from './schema-check.port.js';

/** Decides whether a run may be asked for: by its input, and by who asks. */
export class RunAdmission {
  static needs = [SchemaCheck] as const;

  constructor(private readonly schemas: SchemaCheck) {}

  /** Throws with every fault of the input, with pointers below `at`. */
  check({ inputSchema }: Blueprint, input: unknown, budgetUsdCents: number | null, at: string): void {
    if (currentScope().isTest && budgetUsdCents !== null)
      throw new DomainError('forbidden', 'test_key', 'A test key cannot start runs with a budget.');
    const findings = this.schemas.findings(inputSchema, input, at);
    if (findings.length) throw invalid(findings);
  }
}
