import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import type { RunFilters } from '@tandem/domain/agents/runs/agent-runs.port';
import { Page, type PageRequest } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { bundled } from '@tandem/platform/store/event-rows';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { rowsOf } from '@tandem/platform/postgres/tenant-statements';
import { PreciseDate } from '@tandem/platform/view/written-instant';
import { cursorInstant } from './run-cursor.js';

const pageDefault = 50;
const pageMost = 200;

/** When the latest run of the blueprints $2 was created, looked up once for all new runs. */
const latest = `(select max(of_blueprint.latest) from unnest($2::text[]) b, lateral (
    select max(t.created_at) as latest ${rowsOf('agent_runs')} and t.blueprint = b) of_blueprint)`;

/** The `created_at` of each of many new runs, the newest of $3: a microsecond apart, and later than that of any other run of their blueprints. */
const apart = `greatest($3::timestamptz, ${latest}) + row_number() over () * interval '1 microsecond'`;

/** Answers when the first of the new runs was created, in microseconds: each of the others was a microsecond after the one before. */
const tellingFirst = (insertion: string) => `with stored as (${insertion} returning created_at)
  select (extract(epoch from min(created_at)) * 1000000)::bigint as first from stored`;

/** The runs of a blueprint, page by page. The cursor of this list is an instant, so no two runs of a blueprint have the same. */
export abstract class SqlBlueprintRuns extends SqlParts<AgentRun, RunFilters> {
  /** Inserts a run with a `created_at` later than that of any other run of its blueprint. */
  private readonly inserting = `${this.map.insertText({
    created_at: (given) => `greatest(${given('created_at')}, (select max(t.created_at) + interval '1 microsecond'
      ${rowsOf('agent_runs')} and t.blueprint = ${given('blueprint')}))`,
  })} returning created_at`;

  /**
   * No two runs of a blueprint have the same `created_at`. The lock is held to the end of the transaction, so that a run never
   * appears behind a cursor that was already given out.
   */
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

  /** Like `add`, for many: each has a later `created_at` than the one before it. */
  async addAll(runs: readonly AgentRun[]): Promise<void> {
    if (runs.length === 0) return;
    await this.database.run(async () => {
      const blueprints = [...new Set(runs.map(({ blueprint }) => blueprint))].sort();
      const locks = blueprints.map((blueprint) => advisoryLock('runs', blueprint));
      const insertion = this.map.insertMany(runs, { created_at: apart }, [
        currentScope().tenantId,
        blueprints,
        new Date(Math.max(...runs.map(({ createdAt }) => createdAt.getTime()))),
      ]);
      const outcomes = await this.database.batch([...locks, { ...insertion, text: tellingFirst(insertion.text) }]);
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
    const size = Math.min(limit ?? pageDefault, pageMost);
    // In this list an empty list of states lets all through.
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

/** Of an instant as PostgreSQL writes it in a session of UTC, such as `2026-11-22 16:09:13.123456+00`. */
const rfc3339 = (instant: string) => `${instant.replace(' ', 'T')}:00`;
