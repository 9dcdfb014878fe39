import { Blueprints } from '../agents/blueprints.port.js';
import { mustAdmit } from '../agents/run-admission.js';
import { SchemaCheck } from '../agents/schema-check.port.js';
import { missing } from '../core/errors.js';
import type { AgentSchedule } from './agent-schedule.js';

/** Checks at once what a schedule's runs would be refused for later. */
export class ScheduleAdmission {
  static needs = [Blueprints, SchemaCheck] as const;

  constructor(
    private readonly blueprints: Blueprints,
    private readonly schemas: SchemaCheck,
  ) {}

  check(schedule: AgentSchedule): void {
    const blueprint = this.blueprints.find(schedule.blueprint);
    if (!blueprint) throw missing('blueprint');
    const input = schedule.inputFor(schedule.nextAt ?? new Date());
    const budgetUsdCents = schedule.budgetUsdCents ?? blueprint.defaultBudgetUsdCents;
    mustAdmit(this.schemas, blueprint, { input, budgetUsdCents, at: '/input_template' });
  }
}
