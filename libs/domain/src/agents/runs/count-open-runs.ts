import { uses } from '../../core/use-case.js';
import { AgentRuns, type OpenRuns } from './agent-runs.port.js';

/** Tells an operator who waits for the end of a tenant's runs how far that is. */
export class CountOpenRuns extends uses({ runs: AgentRuns }) {
  run({ since }: { since: Date }): Promise<OpenRuns> {
    return this.runs.open(since);
  }
}
