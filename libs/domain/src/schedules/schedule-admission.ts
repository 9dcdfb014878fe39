import { Blueprints } from '../agents/blueprints.port.js';
import { mustAdmit } from '../agents/run-admission.js';
import { SchemaCheck } from '../agents/schema-check.port.js';
import { Faults, missing } from '../core/errors.js';
import type { AgentSchedule } from './agent-schedule.js';

/** Checks at once what a schedule's runs would be refused for later. */
export class ScheduleAdmission {
  static needs = [Blueprints, SchemaCheck] as const;

  constructor(
    private readonly blueprints: Blueprints,
    private readonly schemas: SchemaCheck,
  ) {}

  /** What its blueprint's name alone is refused for, to be told together with other faults. */
  faultsOf(blueprint: string): Faults {
    const faults = new Faults();
    if (!this.blueprints.find(blueprint)) faults.missing('blueprint', this.blueprints.listed());
    return faults;
  }

  check(schedule: AgentSchedule): void {
    const blueprint = this.blueprints.find(schedule.blueprint);
    if (!blueprint) throw missing('blueprint', this.blueprints.listed());
    const input = schedule.inputFor(schedule.nextAt ?? new Date());
    const budgetUsdCents = schedule.budgetUsdCents ?? blueprint.defaultBudgetUsdCents;
    mustAdmit(this.schemas, blueprint, { input, budgetUsdCents, at: '/input_template' });
  }
}
