import { newId } from '@tandem/domain/core/id';
import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import type { AgentRuns, RunFilters } from '@tandem/domain/agents/runs/agent-runs.port';
import { Page, type PageRequest } from '@tandem/domain/core/page';
import { currentScope, type Place } from '@tandem/domain/core/scope';
import { advisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { fitting } from '@tandem/platform/postgres/full-pages';
import { type Bind, type FiltersOf, Params } from '@tandem/platform/postgres/params';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { SettingsToken } from '@tandem/platform/settings/settings-token';
import { agentRunTable } from './agent-run.table.js';
import { agentRunView } from './agent-run.view.js';
import { cursorInstant } from './run-cursor.js';
import { dueRuns, free, overdue, overdueRuns } from './run-conditions.js';

const pageDefault = 50;
const pageMost = 200;
const mostLeaving = 5000;
const leaving = `update agent_runs set schedule_id = null where tenant_id = $1 and id = any(array(
  select id from agent_runs where tenant_id = $1 and schedule_id = $2 order by id limit ${mostLeaving} for update))`;
const filters: FiltersOf<RunFilters> = { status: (states, bind) => `t.status = any(${bind(states)})` };

export class SqlAgentRuns extends SqlParts<AgentRun, RunFilters> implements AgentRuns {
  static needs = [Database, SettingsToken] as const;
  /** Behind every other run of the blueprint. */
  private readonly inserting = `${this.map.insertText({
    created_at: (
      given,
    ) => `greatest(${given('created_at')}, (select max(created_at) + interval '1 microsecond' from agent_runs
      where tenant_id = ${given('tenant_id')} and blueprint = ${given('blueprint')}))`,
  })} returning created_at`;

  constructor(
    database: Database,
    private readonly settings: SettingsToken,
  ) {
    super(database, { table: agentRunTable, view: agentRunView, filters, whole: 'blueprint' });
  }

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

  claim(id: string): Promise<AgentRun | Date | undefined> {
    return this.database.run(async () => {
      // One at a time for a tenant: else two claims would both see room for the last run it may have.
      await this.database.batch([advisoryLock(`claims of ${currentScope().tenantId}`)]);
      const [run] = await this.select(
        (bind) => `t.id = ${bind(id)} and t.status = 'queued' and t.run_at <= now()
          and coalesce(t.deadline_at, 'infinity') > now() and ${free(bind(this.settings.RUNS_PER_TENANT))} > 0`,
        'for update of t',
      );
      if (!run) return this.waitsUntil(id);
      run.start(newId());
      await this.save(run);
      await this.database.query(
        `update agent_runs set lease_expires_at = now() + make_interval(secs => $3), last_heartbeat_at = now()
         where tenant_id = $1 and id = $2`,
        [run.tenantId, run.id, this.settings.LEASE_SECONDS],
      );
      return run;
    });
  }

  changeClaimed({ id, workerId }: AgentRun, rule: (run: AgentRun) => void): Promise<AgentRun | undefined> {
    const held = (bind: Bind) => `t.id = ${bind(id)} and t.worker_id = ${bind(workerId)} and t.status = 'running'`;
    return this.changeWhere(held, rule, { lock: 'for update of t' });
  }

  async nextDue(): Promise<string[]> {
    const { bind, values } = new Params();
    const text = `select t.id ${this.rows(bind)} and t.status = 'queued' and t.run_at <= now()
      order by t.run_at limit greatest(0, (select ${free(bind(this.settings.RUNS_PER_TENANT), bind(currentScope().tenantId))}))`;
    return (await this.database.query(text, values)).map((row) => row.id as string);
  }

  async laterOf(ids: readonly string[]): Promise<{ id: string; runAt: Date }[]> {
    const { bind, values } = new Params();
    const text = `select t.id, t.run_at as "runAt" ${this.rows(bind)} and t.id = any(${bind(ids)}::uuid[])
      and t.status = 'queued' and t.run_at > now()`;
    return (await this.database.query(text, values)) as { id: string; runAt: Date }[];
  }

  dueAcrossTenants(): Promise<Place[]> {
    return this.database.queryAcrossTenants(dueRuns, [this.settings.RUNS_PER_TENANT]);
  }

  overdueAcrossTenants(): Promise<Place[]> {
    return this.database.queryAcrossTenants(overdueRuns);
  }

  async leaveSchedule(scheduleId: string): Promise<void> {
    const values = [currentScope().tenantId, scheduleId];
    for (let left = mostLeaving; left === mostLeaving; this.database.extendDeadline())
      left = (await this.database.batch([{ text: leaving, values }]))[0]!.count;
  }

  async changeOverdue(id: string, rule: (run: AgentRun) => void): Promise<void> {
    await this.changeWhere((bind) => `t.id = ${bind(id)} and ${overdue}`, rule);
  }

  private async waitsUntil(id: string): Promise<Date | undefined> {
    const [run] = await this.select((bind) => `t.id = ${bind(id)} and t.status = 'queued' and t.run_at > now()`);
    // A little later than it says: at that very instant the queue would take it for the wake-up being worked on.
    return run && new Date(Math.max(run.runAt.getTime(), Date.now()) + 20);
  }
}
