import { AgentRun, type RunFields } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { Blueprints } from './blueprints.port.js';
import { RunAdmission } from './run-admission.js';

export class StartRun {
  static needs = [Blueprints, RunAdmission, AgentRuns] as const;

  constructor(
    private readonly blueprints: Blueprints,
    private readonly admission: RunAdmission,
    private readonly runs: AgentRuns,
  ) {}

  async run({ blueprint: slug, ...fields }: RunFields & { blueprint: string }): Promise<AgentRun> {
    const blueprint = this.blueprints.get(slug);
    const run = new AgentRun(blueprint, fields);
    this.admission.check(blueprint, run.input, run.budgetUsdCents, '/input');
    return this.runs.add(run);
  }
}
