import { Meter } from '../../core/telemetry/meter.js';
import { uses } from '../../core/use-case.js';
import { RunSweeps } from './run-sweeps.port.js';

export class CountQueuedRuns extends uses({ sweeps: RunSweeps, meter: Meter }) {
  async run(): Promise<void> {
    this.meter.observe('tandem_agent_runs_queued', await this.sweeps.queuedAcrossTenants());
  }
}
