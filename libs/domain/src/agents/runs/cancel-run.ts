import { needing } from '../../core/use-case.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';

export class CancelRun extends needing({ runs: AgentRuns }) {
  run({ kind, id }: { kind: string; id: string }): Promise<AgentRun> {
    return this.runs.change(id, (run) => {
      run.mustBeOf(kind);
      run.cancel();
    });
  }
}
