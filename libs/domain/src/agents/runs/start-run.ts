import { uses } from '../../core/use-case.js';
import { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { Blueprints } from '../blueprints.service.js';
import type { RunFields } from './run-fields.js';

export class StartRun extends uses({ blueprints: Blueprints, runs: AgentRuns }) {
  async run({ blueprint, ...fields }: RunFields & { blueprint: string }): Promise<AgentRun> {
    const run = new AgentRun(this.blueprints.get(blueprint), fields);
    const { input, budgetUsdCents, model } = run;
    const admitted = await this.blueprints.admitRun({ blueprint, input, budgetUsdCents, model, at: '/input' });
    run.chooseModel(admitted.model);
    return this.runs.add(run);
  }
}
