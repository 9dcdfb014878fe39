import { needing } from '../../core/use-case.js';
import type { Page, PageRequest } from '../../core/page.js';
import { AgentRuns } from './agent-runs.port.js';
import type { RunStep } from './run-step.js';
import { RunSteps } from './run-steps.port.js';

export class ListRunSteps extends needing({ runs: AgentRuns, steps: RunSteps }) {
  async run({ blueprint, id, ...page }: PageRequest & { blueprint: string; id: string }): Promise<Page<RunStep>> {
    await this.runs.readOf(blueprint, id);
    return this.steps.pageOf(id, page);
  }
}
