import type { Page } from '../core/page.js';
import { AgentRuns, type RunListRequest } from './agent-runs.port.js';
import { Blueprints } from './blueprints.port.js';

export class ListRuns {
  static needs = [Blueprints, AgentRuns] as const;

  constructor(
    private readonly blueprints: Blueprints,
    private readonly runs: AgentRuns,
  ) {}

  async run({ blueprint, ...request }: RunListRequest & { blueprint: string }): Promise<Page> {
    return this.runs.pageOf(this.blueprints.get(blueprint).slug, request);
  }
}
