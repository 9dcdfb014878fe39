import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import type { RunFilters } from '@tandem/domain/agents/runs/agent-runs.port';
import { Page, type PageRequest } from '@tandem/domain/core/page';
import type { Database } from '@tandem/platform/postgres/database';
import { fitting } from '@tandem/platform/store/full-pages';
import { equals, type FiltersOf, Params } from '@tandem/platform/postgres/params';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { agentRunTable } from './agent-run.table.js';
import { agentRunView } from './agent-run.view.js';
import { cursorInstant } from './run-cursor.js';

const pageDefault = 50;
const pageMost = 200;
const filters: FiltersOf<RunFilters> = {
  status: (states, bind) => `t.status = any(${bind(states)})`,
  blueprint: equals('blueprint'),
  scheduleId: equals('schedule_id'),
  since: (instant, bind) => `t.created_at >= ${bind(instant)}`,
  until: (instant, bind) => `t.created_at < ${bind(instant)}`,
};

/** The runs of a blueprint, page by page: the cursor of this list is an instant. */
export abstract class SqlRunPages extends SqlParts<AgentRun, RunFilters> {
  constructor(database: Database) {
    super(database, {
      table: agentRunTable,
      view: agentRunView,
      filters,
      searches: ['status'],
      whole: 'blueprint',
    });
  }

  override async pageOf(
    blueprint: string,
    { status, limit, cursor }: PageRequest & RunFilters,
  ): Promise<Page<AgentRun>> {
    const size = Math.min(limit ?? pageDefault, pageMost);
    const { bind, values } = new Params();
    const conditions = [this.rows(bind), `t.blueprint = ${bind(blueprint)}`];
    if (status?.length) conditions.push(filters.status(status, bind));
    if (cursor !== undefined) conditions.push(`t.created_at < ${bind(cursorInstant(cursor))}::timestamptz`);
    const micros = `to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    const rows = await this.pages.untilFull({
      head: `select t.id, ${micros} as key`,
      tail: `${conditions.join(' and ')} order by t.created_at desc limit ${bind(size + 1)}`,
      values,
    });
    const { rendered, last, isCut } = fitting(rows, size);
    return new Page(rendered, isCut ? (last!.key as string) : null);
  }
}
