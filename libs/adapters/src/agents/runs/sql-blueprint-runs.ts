import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import type { RunFilters } from '@tandem/domain/agents/runs/agent-runs.port';
import { Page, type PageRequest } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import { advisoryLock, rowsOf } from '@tandem/platform/postgres/statements';
import { bundled } from '@tandem/platform/store/event-rows';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { PreciseDate } from '@tandem/platform/view/kinds';
import { cursorInstant } from './run-cursor.js';

const defaultPageSize = 50;
const maxPageSize = 200;

const latest = `(select max(of_blueprint.latest) from unnest($2::text[]) b, lateral (
    select max(t.created_at) as latest ${rowsOf('agent_runs')} and t.blueprint = b) of_blueprint)`;

/** The `created_at` of new runs: a microsecond apart, at least $3 and later than every run of their blueprints. */
const createdAt = `greatest($3::timestamptz, ${latest}) + row_number() over () * interval '1 microsecond'`;

const returningFirst = (insertion: string) => `with stored as (${insertion} returning created_at)
  select (extract(epoch from min(created_at)) * 1000000)::bigint as first from stored`;

/** The cursor of the list of a blueprint's runs is their `created_at`, so it is unique within a blueprint. */
export abstract class SqlBlueprintRuns extends SqlParts<AgentRun, RunFilters> {
  private readonly inserting = `${this.map.insertText({
    created_at: (given) => `greatest(${given('created_at')}, (select max(t.created_at) + interval '1 microsecond'
      ${rowsOf('agent_runs')} and t.blueprint = ${given('blueprint')}))`,
  })} returning created_at`;

  /** Locks until the end of the transaction, so that no run appears before a cursor that was already returned. */
  override add(run: AgentRun): Promise<AgentRun> {
    return this.database.run(async () => {
      const [, stored] = await this.database.batch([
        advisoryLock('runs', run.blueprint),
        this.map.insert(run, this.inserting),
      ]);
      run.createdAt = stored!.rows[0]!.created_at as Date;
      await this.write(this.eventsOf(run));
      return run;
    });
  }

  async addAll(runs: readonly AgentRun[]): Promise<void> {
    if (runs.length === 0) return;
    await this.database.run(async () => {
      const blueprints = [...new Set(runs.map(({ blueprint }) => blueprint))].sort();
      const locks = blueprints.map((blueprint) => advisoryLock('runs', blueprint));
      const insertion = this.map.insertMany(runs, { created_at: createdAt }, [
        currentScope().tenantId,
        blueprints,
        new Date(Math.max(...runs.map(({ createdAt }) => createdAt.getTime()))),
      ]);
      const outcomes = await this.database.batch([...locks, { ...insertion, text: returningFirst(insertion.text) }]);
      const first = outcomes.at(-1)!.rows[0]!.first as number;
      for (const [index, run] of runs.entries())
        run.createdAt = new PreciseDate(Math.floor((first + index) / 1000), (first + index) % 1000);
      await this.write(bundled(runs.flatMap((run) => this.eventsOf(run))));
    });
  }

  override async pageOf(
    blueprint: string,
    { status, limit, cursor, ...filters }: PageRequest & RunFilters,
  ): Promise<Page<AgentRun>> {
    const size = Math.min(limit ?? defaultPageSize, maxPageSize);
    // Here an empty list of statuses matches all runs.
    const filtered = this.filters.all({ ...filters, status: status?.length ? status : undefined });
    const listed = { key: 't.created_at::text', sorted: 'order by t.created_at desc' };
    const { rendered, last, isCut } = await this.pages.list(size, listed, (bind) => {
      const conditions = [this.rows(bind), `t.blueprint = ${bind(blueprint)}`];
      conditions.push(...filtered.map((filter) => filter(bind)));
      if (cursor !== undefined) conditions.push(`t.created_at < ${bind(cursorInstant(cursor))}::timestamptz`);
      return conditions.join(' and ');
    });
    return new Page(rendered, isCut ? cursorInstant(rfc3339(last!['#key'] as string)) : null);
  }
}

/** `instant` is in PostgreSQL's format in UTC, such as `2026-11-22 16:09:13.123456+00`. */
const rfc3339 = (instant: string) => `${instant.replace(' ', 'T')}:00`;
