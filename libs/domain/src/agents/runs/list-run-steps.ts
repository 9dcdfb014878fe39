import type { Page, PageRequest } from '../../core/page.js';
import { AgentRuns } from './agent-runs.port.js';
import type { RunStep } from './run-step.js';
import { RunSteps } from './run-steps.port.js';

export class ListRunSteps {
  static needs = [AgentRuns, RunSteps] as const;

  constructor(
    private readonly runs: AgentRuns,
    private readonly steps: RunSteps,
  ) {}

  async run({ blueprint, id, ...page }: PageRequest & { blueprint: string; id: string }): Promise<Page<RunStep>> {
    await this.runs.readOf(blueprint, id);
    return this.steps.pageOf(id, page);
  }
}
