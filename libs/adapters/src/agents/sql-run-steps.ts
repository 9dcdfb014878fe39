import type { RunStep } from '@tandem/domain/agents/run-step';
import type { RunSteps } from '@tandem/domain/agents/run-steps.port';
import type { Page, PageRequest } from '@tandem/domain/core/page';
import { Database } from '@tandem/platform/postgres/database';
import { equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { runStepTable } from './run-step.table.js';
import { runStepView } from './run-step.view.js';

export class SqlRunSteps extends SqlStore<RunStep> implements RunSteps {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: runStepTable, view: runStepView, filters: { runId: equals('run_id') } });
  }

  pageOf(runId: string, request: PageRequest): Promise<Page> {
    const withFilter = { ...request, runId };
    return this.page(withFilter);
  }

  async named(runId: string, name: string): Promise<RunStep | undefined> {
    return (await this.select((bind) => `t.run_id = ${bind(runId)} and t.name = ${bind(name)}`))[0];
  }
}
