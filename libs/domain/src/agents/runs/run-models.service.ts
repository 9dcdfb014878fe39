import { asConsequence } from '../../core/scope.js';
import { Sealer } from '../../core/sealer.js';
import { needing } from '../../core/use-case.js';
import { IntegrationKeys } from '../../integration-keys/integration-keys.port.js';
import { Providers } from '../../integration-keys/providers.port.js';
import type { Blueprint } from '../blueprint.js';
import type { ModelAccess } from '../models/conversations.port.js';
import { ModelChoice } from '../models/model-choice.service.js';
import { modelNamed } from '../models/model-name.js';
import { RunFailure } from './run-failure.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';

/** The model that a run asks, and how it is reached with the key that its tenant has stored. */
export class RunModels extends needing({
  choice: ModelChoice,
  runs: AgentRuns,
  keys: IntegrationKeys,
  providers: Providers,
  sealer: Sealer,
}) {
  async accessFor(run: AgentRun, blueprint: Blueprint): Promise<ModelAccess> {
    const model = await this.keptBy(run, blueprint);
    const name = modelNamed(model);
    const provider = name && this.providers.find(name.provider);
    if (!name || !provider?.chat) throw new RunFailure('configuration', `${model} is no model that can be asked.`);
    const stored = await asConsequence(() => this.keys.findOf(name.provider));
    const key = stored?.opened(this.sealer);
    if (!stored || key === undefined)
      throw new RunFailure('configuration', `No key of ${name.provider} is stored any more.`);
    const address = stored.address!;
    // The setting may have changed since the key was stored.
    const refusal = address === provider.baseUrl ? null : this.providers.keyRefusalOf(address);
    if (refusal !== null) throw new RunFailure('configuration', refusal);
    return { ...name, address, key, limit: provider.chat.limit };
  }

  /** A run that was started without a model, such as that of a schedule, keeps the one that is usual when it first asks. */
  private async keptBy(run: AgentRun, blueprint: Blueprint): Promise<string> {
    if (run.model !== null) return run.model;
    const { model, reason } = await this.choice.of(blueprint);
    if (model === null) throw new RunFailure('configuration', `There is no model to ask: ${reason}.`);
    await this.runs.change(run.id, (stored) => {
      if (stored.isHeldBy(run.workerId)) stored.keepModel(model);
    });
    run.keepModel(model);
    return model;
  }
}
