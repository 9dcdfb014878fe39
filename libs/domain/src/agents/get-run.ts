import type { Rendered } from '../core/page.js';
import { AgentRuns } from './agent-runs.port.js';

export class GetRun {
  static needs = [AgentRuns] as const;

  constructor(private readonly runs: AgentRuns) {}

  run({ blueprint, id }: { blueprint: string; id: string }): Promise<Rendered> {
    return this.runs.readOf(blueprint, id);
  }
}
