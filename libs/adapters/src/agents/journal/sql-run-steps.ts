import type { RunStep } from '@tandem/domain/agents/journal/run-step';
import type { RunSteps } from '@tandem/domain/agents/journal/run-steps.port';
import { storeOf } from '@tandem/platform/store/store-of';
import type { Bind } from '@tandem/platform/postgres/statements';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { isRefused } from './run-step-rules.js';
import { runStepFields } from './run-step.fields.js';

export class SqlRunSteps
  extends storeOf(SqlParts<RunStep>, { ...runStepFields, parent: 'run_id' })
  implements RunSteps
{
  named(runId: string, name: string): Promise<RunStep | undefined> {
    return this.first((bind) => `t.run_id = ${bind(runId)} and t.name = ${bind(name)}`);
  }

  async extentOf(runId: string): Promise<{ count: number; bytes: number }> {
    const extent = 'count(*)::int as count, coalesce(sum(t.bytes), 0)::int as bytes';
    const [row] = await this.query((bind) => `select ${extent} ${this.rows(bind)} and t.run_id = ${bind(runId)}`);
    return row as unknown as { count: number; bytes: number };
  }

  async refusals(runId: string, operation: string, args: unknown): Promise<number> {
    const refused = (bind: Bind) =>
      `t.run_id = ${bind(runId)} and ${isRefused} and t.operation = ${bind(operation)}
        and t.arguments = ${bind(JSON.stringify(args))}::jsonb`;
    return (await this.valueOf<number>('count(*)::int', refused))!;
  }
}
