import type { AgentRun } from './agent-run.js';

export abstract class Leases {
  /** Renews the lease until the work ends. `lost` fires when the run is cancelled or claimed by another worker. */
  abstract hold(run: AgentRun, work: (lost: AbortSignal) => Promise<AgentRun>): Promise<void>;
}
