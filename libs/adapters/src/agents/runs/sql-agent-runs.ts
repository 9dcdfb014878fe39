import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import type { AgentRuns, RunFilters } from '@tandem/domain/agents/runs/agent-runs.port';
import { Page, type PageRequest } from '@tandem/domain/core/page';
import { currentScope, type Place } from '@tandem/domain/core/scope';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { fitting } from '@tandem/platform/postgres/full-pages';
import { keeping } from '@tandem/platform/postgres/keeping';
import { type Bind, type FiltersOf, Params } from '@tandem/platform/postgres/params';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { agentRunTable } from './agent-run.table.js';
import { agentRunView } from './agent-run.view.js';
import { cursorInstant } from './run-cursor.js';
import { hasLostWorker, hasMissedDeadline, isDue } from './run-rules.js';

const pageDefault = 50;
const pageMost = 200;
const mostLeaving = 5000;
const leaving = `update agent_runs set schedule_id = null where tenant_id = $1 and id = any(array(
  select id from agent_runs where tenant_id = $1 and schedule_id = $2 order by id limit ${mostLeaving} for update))`;
const running = (tenant: string) =>
  `(select count(*)::int from agent_runs busy where busy.tenant_id = ${tenant} and busy.status = 'running')`;
/** Only runs due for a second: the others are being woken by their events. */
const due = `
  select tenant_id as "tenantId", id from (
    select t.tenant_id, t.id, t.run_at, row_number() over (partition by t.tenant_id order by t.run_at) as place
    from agent_runs t where ${isDue("now() - interval '1 second'")}) due
  where place <= $1::int - ${running('due.tenant_id')}
  order by place, run_at limit 500`;
const overdue = [hasLostWorker, hasMissedDeadline]
  .map((rule) => `(select t.tenant_id as "tenantId", t.id, now() as now from agent_runs t where ${rule} limit 200)`)
  .join(' union all ');
const filters: FiltersOf<RunFilters> = { status: (states, bind) => `t.status = any(${bind(states)})` };

export class SqlAgentRuns
  extends keeping(SqlParts<AgentRun, RunFilters>, {
    table: agentRunTable,
    view: agentRunView,
    filters,
    whole: 'blueprint',
  })
  implements AgentRuns
{
  /** Makes the run younger than every other one of its blueprint. */
  private readonly inserting = `${this.map.insertText({
    created_at: (
      given,
    ) => `greatest(${given('created_at')}, (select max(created_at) + interval '1 microsecond' from agent_runs
      where tenant_id = ${given('tenant_id')} and blueprint = ${given('blueprint')}))`,
  })} returning created_at`;

  /**
   * No two runs of a blueprint have the same `created_at`. The lock is held to the end of the transaction, so that a run never
   * appears behind a cursor that was already given out.
   */
  override add(run: AgentRun): Promise<AgentRun> {
    return this.database.run(async () => {
      const [, stored] = await this.database.batch([
        advisoryLock(`runs of ${run.tenantId} ${run.blueprint}`),
        this.map.insert(run, this.inserting),
      ]);
      run.createdAt = stored!.rows[0]!.created_at as Date;
      await this.write(this.eventsOf(run));
      return run;
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

  changeQueued(
    id: string,
    rule: (run: AgentRun, at: { running: number; now: Date }) => void,
  ): Promise<AgentRun | undefined> {
    return this.database.run(async () => {
      const { tenantId } = currentScope();
      const [, counted] = await this.database.batch([
        advisoryLock(`claims of ${tenantId}`),
        { text: `select ${running('$1')} as running, now() as now`, values: [tenantId] },
      ]);
      const at = counted!.rows[0] as { running: number; now: Date };
      const queued = (bind: Bind) => `t.id = ${bind(id)} and t.status = 'queued'`;
      return this.changeWhere(queued, (run) => rule(run, at), { lock: 'for update of t' });
    });
  }

  changeUnlocked(id: string, rule: (run: AgentRun) => void): Promise<AgentRun | undefined> {
    return this.changeWhere((bind) => `t.id = ${bind(id)}`, rule);
  }

  async nextDue(most: number): Promise<string[]> {
    const { bind, values } = new Params();
    const text = `select t.id ${this.rows(bind)} and ${isDue()} order by t.run_at
      limit greatest(0, ${bind(most)}::int - ${running(bind(currentScope().tenantId))})`;
    return (await this.database.query(text, values)).map((row) => row.id as string);
  }

  async laterOf(ids: readonly string[]): Promise<{ id: string; runAt: Date }[]> {
    const { bind, values } = new Params();
    const text = `select t.id, t.run_at as "runAt" ${this.rows(bind)} and t.id = any(${bind(ids)}::uuid[])
      and t.status = 'queued' and t.run_at > now()`;
    return (await this.database.query(text, values)) as { id: string; runAt: Date }[];
  }

  dueAcrossTenants(most: number): Promise<Place[]> {
    return this.database.queryAcrossTenants(due, [most]);
  }

  overdueAcrossTenants(): Promise<(Place & { now: Date })[]> {
    return this.database.queryAcrossTenants(overdue);
  }

  async leaveSchedule(scheduleId: string): Promise<void> {
    const values = [currentScope().tenantId, scheduleId];
    for (let left = mostLeaving; left === mostLeaving; this.database.extendDeadline())
      left = (await this.database.batch([{ text: leaving, values }]))[0]!.count;
  }
}
