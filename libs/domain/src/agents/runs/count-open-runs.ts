import { uses } from '../../core/use-case.js';
import { AgentRuns, type OpenRuns } from './agent-runs.port.js';

/** Lets operators wait until a tenant's runs have ended. */
export class CountOpenRuns extends uses({ runs: AgentRuns }) {
  run({ since }: { since: Date }): Promise<OpenRuns> {
    return this.runs.open(since);
  }
}
