import type { Rendered } from '../../core/page.js';
import { uses } from '../../core/use-case.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';

export class CancelRun extends uses({ runs: AgentRuns }) {
  async run({ kind, id }: { kind: string; id: string }): Promise<Rendered<AgentRun>> {
    await this.runs.change(id, (run) => {
      run.mustBeOf(kind);
      run.cancel();
    });
    return this.runs.readOf(kind, id);
  }
}
