import { Meter } from '../../core/telemetry/meter.js';
import { needing } from '../../core/use-case.js';
import { RunSweeps } from './run-sweeps.port.js';

/** Tells operators how many runs wait in all tenants. */
export class CountQueuedRuns extends needing({ sweeps: RunSweeps, meter: Meter }) {
  async run(): Promise<void> {
    this.meter.observe('tandem_agent_runs_queued', await this.sweeps.queuedAcrossTenants());
  }
}
