import { AgentRun, type RunFields } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { Blueprints } from './blueprints.port.js';
import { mustAdmit } from './run-admission.js';
import { SchemaCheck } from './schema-check.port.js';

export class StartRun {
  static needs = [Blueprints, SchemaCheck, AgentRuns] as const;

  constructor(
    private readonly blueprints: Blueprints,
    private readonly schemas: SchemaCheck,
    private readonly runs: AgentRuns,
  ) {}

  async run({ blueprint: slug, ...fields }: RunFields & { blueprint: string }): Promise<AgentRun> {
    const blueprint = this.blueprints.get(slug);
    const run = new AgentRun(blueprint, fields);
    mustAdmit(this.schemas, blueprint, { input: run.input, budgetUsdCents: run.budgetUsdCents, at: '/input' });
    return this.runs.add(run);
  }
}
