import type { RunStep } from '@tandem/domain/agents/runs/run-step';
import type { RunSteps } from '@tandem/domain/agents/runs/run-steps.port';
import { keeping } from '@tandem/platform/postgres/keeping';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { runStepTable } from './agent-run.table.js';
import { runStepView } from './agent-run.view.js';

export class SqlRunSteps
  extends keeping(SqlParts<RunStep>, { table: runStepTable, view: runStepView, whole: 'run_id' })
  implements RunSteps
{
  async named(runId: string, name: string): Promise<RunStep | undefined> {
    return (await this.select((bind) => `t.run_id = ${bind(runId)} and t.name = ${bind(name)}`))[0];
  }
}
