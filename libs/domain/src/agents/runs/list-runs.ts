import { needing } from '../../core/use-case.js';
import type { Page, PageRequest } from '../../core/page.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns, type RunFilters } from './agent-runs.port.js';
import { Blueprints } from '../blueprints/blueprints.port.js';

export class ListRuns extends needing({ blueprints: Blueprints, runs: AgentRuns }) {
  async run({ blueprint, ...request }: PageRequest & RunFilters & { blueprint: string }): Promise<Page<AgentRun>> {
    return this.runs.pageOf(this.blueprints.get(blueprint).slug, request);
  }
}
