import { needing } from '../../core/use-case.js';
import { Faults, invalid, missing } from '../../core/errors.js';
import { mustBeLive } from '../../core/scope.js';
import type { Blueprint } from '../blueprint.js';
import { Blueprints } from '../blueprints/blueprints.port.js';
import { SchemaCheck } from '../blueprints/schema-check.port.js';

export interface AskedRun {
  blueprint: string;
  input: unknown;
  /** Null for the blueprint's default. */
  budgetUsdCents: number | null;
  /** Pointer to the input in the body, such as `/input`. */
  at: string;
}

/** Refuses early what a run, or the runs of a schedule, would be refused for later. */
export class RunAdmission extends needing({ blueprints: Blueprints, schemas: SchemaCheck }) {
  /** The fault of an unknown blueprint, to be collected with other faults. */
  faultsOf(blueprint: string): Faults {
    const faults = new Faults();
    if (!this.blueprints.find(blueprint)) faults.missing('blueprint', this.blueprints.listed());
    return faults;
  }

  /** The blueprint. Throws with every fault when the caller may not have such a run or its input does not fit. */
  admit({ blueprint: slug, input, budgetUsdCents, at }: AskedRun): Blueprint {
    const blueprint = this.blueprints.find(slug);
    if (!blueprint) throw missing('blueprint', this.blueprints.listed());
    if ((budgetUsdCents ?? blueprint.defaultBudgetUsdCents) !== null)
      mustBeLive('A test key cannot start runs with a budget.');
    const findings = this.schemas.findings(blueprint.inputSchema, input, at);
    if (findings.length) throw invalid(findings);
    const faults = blueprint.inputFaults(input, at);
    if (faults.length) throw invalid(faults);
    return blueprint;
  }
}
