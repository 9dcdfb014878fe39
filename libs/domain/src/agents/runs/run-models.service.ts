import { needing } from '../../core/use-case.js';
import type { Blueprint } from '../blueprint.js';
import { ModelChoice } from '../models/model-choice.service.js';
import { RunFailure } from './run-failure.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';

/** The model that a run keeps: every attempt asks the same one. */
export class RunModels extends needing({ models: ModelChoice, runs: AgentRuns }) {
  /** A run that was started without one, such as that of a schedule, takes the one that is usual when it first asks. */
  async keptBy(run: AgentRun, blueprint: Blueprint): Promise<string> {
    if (run.model !== null) return run.model;
    const { model, reason } = await this.models.of(blueprint);
    if (model === null) throw new RunFailure('configuration', `There is no model to ask: ${reason}.`);
    await this.runs.change(run.id, (stored) => {
      if (stored.isHeldBy(run.workerId)) stored.model = model;
    });
    run.model = model;
    return model;
  }
}
