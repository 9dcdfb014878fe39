import { ModelPrices } from '@tandem/domain/agents/models/model-prices.port';
import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import type { AgentRuns, OpenRuns } from '@tandem/domain/agents/runs/agent-runs.port';
import { takeSpent } from '@tandem/domain/agents/runs/billed-run';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { currentScope } from '@tandem/domain/core/scope';
import { advisoryLock, tryAdvisoryLock } from '@tandem/platform/postgres/advisory-lock';
import { Database } from '@tandem/platform/postgres/database';
import { bundled } from '@tandem/platform/store/event-rows';
import type { Bind } from '@tandem/platform/postgres/params';
import { boundStatement, rowsOf } from '@tandem/platform/postgres/tenant-statements';
import { countRunning, hasAny, isDue, isOpen, isQueued } from './run-rules.js';
import { SqlRunPages } from './sql-run-pages.js';

/** Of one of many new runs `g`: younger than every other one of its blueprint. */
const apart = `greatest(max(g.created_at) over (), (select max(r.created_at) from agent_runs r
    where r.tenant_id = g.tenant_id and r.blueprint = g.blueprint)) + row_number() over () * interval '1 microsecond'`;
/** Name of what runs have spent. */
export const cost = 'tandem_agent_cost_usd_total';

const microsPerUsd = 1_000_000;
/** For hundreds of thousands that have just been stored. */
const countSeconds = 30;

export class SqlAgentRuns extends SqlRunPages implements AgentRuns {
  static needs = [Database, Meter, ModelPrices] as const;

  /** What runs take and give may be long. */
  protected override readonly atOnce = 100;

  constructor(
    database: Database,
    private readonly meter: Meter,
    private readonly prices: ModelPrices,
  ) {
    super(database);
  }

  /** Makes the run younger than every other one of its blueprint. */
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
        advisoryLock(`runs of ${run.tenantId} ${run.blueprint}`),
        this.map.insert(run, this.inserting),
      ]);
      run.createdAt = stored!.rows[0]!.created_at as Date;
      await this.write(this.eventsOf(run));
      return run;
    });
  }

  /** Like `add`: all are made younger than those that are there, each a little younger than the one before. */
  async addEach(runs: readonly AgentRun[]): Promise<void> {
    if (runs.length === 0) return;
    await this.database.run(async () => {
      const blueprints = [...new Set(runs.map(({ blueprint }) => blueprint))].sort();
      const locks = blueprints.map((blueprint) => advisoryLock(`runs of ${runs[0]!.tenantId} ${blueprint}`));
      const { text, values } = this.map.insertMany(runs, { created_at: apart });
      const outcomes = await this.database.batch([...locks, { text: `${text} returning id, created_at`, values }]);
      const times = new Map(outcomes.at(-1)!.rows.map(({ id, created_at }) => [id, created_at as Date]));
      for (const run of runs) run.createdAt = times.get(run.id)!;
      await this.write(bundled(runs.flatMap((run) => this.eventsOf(run))));
    });
  }

  changeDue(
    { running, more }: { running: number; more: number },
    rule: (run: AgentRun, now: Date) => void,
  ): Promise<AgentRun[] | undefined> {
    return this.database.run(async () => {
      // Nobody waits for it with a connection in hand: that of many wake-ups would be missing elsewhere.
      const lock = tryAdvisoryLock(`claims of ${currentScope().tenantId}`);
      const [locked, clock] = await this.database.batch([lock, { text: 'select now() as now', values: [] }]);
      if (!locked!.rows[0]!.held) return undefined;
      const free = (bind: Bind) =>
        `least(${bind(more)}::int, greatest(0, ${bind(running)}::int - ${countRunning(this.rows(bind))}))`;
      const longestWaiting = (bind: Bind) =>
        `${isDue()} order by t.run_at limit ${free(bind)} for update of t skip locked`;
      const runs = await this.select(longestWaiting);
      for (const run of runs) rule(run, clock!.rows[0]!.now as Date);
      if (runs.length) await this.saveAll(runs);
      return runs;
    });
  }

  changeUnlocked(id: string, rule: (run: AgentRun) => void): Promise<AgentRun | undefined> {
    return this.changeWhere((bind) => `t.id = ${bind(id)}`, rule);
  }

  async prospect(most: number): Promise<{ canStart: boolean; later: Date | null }> {
    const [row] = await this.query((bind) => {
      const runs = this.rows(bind);
      return `select ${countRunning(runs)} < ${bind(most)}::int and ${hasAny(`${runs} and ${isDue()}`)} as "canStart",
        (select min(t.run_at) ${runs} and ${isQueued} and t.run_at > now()) as later`;
    });
    return row as { canStart: boolean; later: Date | null };
  }

  async open(since: Date): Promise<OpenRuns> {
    const counts = boundStatement(
      (bind) => `select ${this.count(isQueued, bind)} as queued, ${countRunning(this.rows(bind))} as running,
        ${this.count(`t.created_at >= ${bind(since)}`, bind)} as created,
        (select min(t.run_at) ${this.rows(bind)} and ${isQueued}) as "nextAt"`,
    );
    const outcomes = await this.database.batch(this.database.withTimeout(countSeconds, counts));
    return outcomes.at(-1)!.rows[0] as unknown as OpenRuns;
  }

  async schedulesAtWork(scheduleIds: readonly string[]): Promise<Set<string>> {
    const atWork = (bind: Bind) =>
      `${this.rows(bind)} and t.schedule_id = any(${bind(scheduleIds)}::uuid[]) and ${isOpen}`;
    const found = await this.query((bind) => `select distinct t.schedule_id as id ${atWork(bind)}`);
    return new Set(found.map(({ id }) => id as string));
  }

  override async saveAll(runs: readonly AgentRun[]): Promise<void> {
    await super.saveAll(runs);
    for (const run of runs) this.tellSpent(run);
  }

  protected override async save(run: AgentRun): Promise<void> {
    await super.save(run);
    this.tellSpent(run);
  }

  private count(condition: string, bind: Bind): string {
    return `(select count(*)::int ${this.rows(bind)} and ${condition})`;
  }

  /** Once that is committed: a kill between the two loses it from the count, and from the count only. */
  private tellSpent(run: AgentRun): void {
    const micros = takeSpent(run);
    if (micros === 0) return;
    const model = (run.model && this.prices.entryOf(run.model)) ?? 'other';
    this.database.afterCommit(() => this.meter.observe(cost, micros / microsPerUsd, { model }));
  }
}
