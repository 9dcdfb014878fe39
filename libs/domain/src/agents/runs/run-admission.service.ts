import { needing } from '../../core/use-case.js';
import { Faults, invalid, missing } from '../../core/errors.js';
import { mustBeLive } from '../../core/scope.js';
import type { Blueprint } from '../blueprint.js';
import { Blueprints } from '../blueprints/blueprints.port.js';
import { SchemaCheck } from '../blueprints/schema-check.port.js';

export interface AskedRun {
  blueprint: string;
  input: unknown;
  /** Null: what the blueprint says. */
  budgetUsdCents: number | null;
  /** Where the input stands in the body: `/input`. */
  at: string;
}

/** Refuses at once what a run, or the runs of a schedule, would be refused for later. */
export class RunAdmission extends needing({ blueprints: Blueprints, schemas: SchemaCheck }) {
  /** What a blueprint's name alone is refused for, to be told together with other faults. */
  faultsOf(blueprint: string): Faults {
    const faults = new Faults();
    if (!this.blueprints.find(blueprint)) faults.missing('blueprint', this.blueprints.listed());
    return faults;
  }

  /** The blueprint; throws when whoever asks may not have such a run, or its input does not fit, with every fault. */
  admit({ blueprint: slug, input, budgetUsdCents, at }: AskedRun): Blueprint {
    const blueprint = this.blueprints.find(slug);
    if (!blueprint) throw missing('blueprint', this.blueprints.listed());
    if ((budgetUsdCents ?? blueprint.defaultBudgetUsdCents) !== null)
      mustBeLive('A test key cannot start runs with a budget.');
    const findings = this.schemas.findings(blueprint.inputSchema, input, at);
    if (findings.length) throw invalid(findings);
    return blueprint;
  }
}
