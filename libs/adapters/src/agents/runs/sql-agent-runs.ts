import { ModelPrices } from '@tandem/domain/agents/models/model-prices.port';
import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { RunContents } from '@tandem/domain/agents/runs/run-contents.port';
import type { AgentRuns, OpenRuns, RunFilters } from '@tandem/domain/agents/runs/agent-runs.port';
import { takeSpent } from '@tandem/domain/agents/runs/bill';
import type { Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { uses } from '@tandem/domain/core/use-case';
import { createdSince, equals, type FiltersOf } from '@tandem/platform/postgres/filters';
import { type Bind, boundStatement, tryAdvisoryLock } from '@tandem/platform/postgres/statements';
import { storeOf } from '@tandem/platform/store/store-of';
import { agentRunFields } from './agent-run.fields.js';
import { countRunning, hasAny, hasFailed, isDue, isOpen, isQueued, isRunning } from './run-rules.js';
import { SqlBlueprintRuns } from './sql-blueprint-runs.js';

export const cost = 'tandem_agent_cost_usd_total';

const filters: FiltersOf<RunFilters> = {
  status: (states, bind) => `t.status = any(${bind(states)})`,
  blueprint: equals('blueprint'),
  scheduleId: equals('schedule_id'),
  since: (instant, bind) => `t.created_at >= ${bind(instant)}`,
  until: (instant, bind) => `t.created_at < ${bind(instant)}`,
  isQueued: () => isQueued,
  isRunning: () => isRunning,
  failedSince: (instant, bind) => `${hasFailed} and t.finished_at >= ${bind(instant)}`,
};

const microsPerUsd = 1_000_000;
/** Counting is slow after hundreds of thousands of runs have been inserted. */
const countSeconds = 30;

export class SqlAgentRuns
  extends uses(
    { meter: Meter, prices: ModelPrices, contents: RunContents },
    storeOf(SqlBlueprintRuns, { ...agentRunFields, filters, searches: ['status'], parent: 'blueprint' }),
  )
  implements AgentRuns
{
  /** Fewer than the default, since inputs and outputs may be long. */
  protected override readonly atOnce = 100;

  changeDue(
    { running, more }: { running: number; more: number },
    rule: (run: AgentRun, now: Date) => void,
  ): Promise<AgentRun[] | undefined> {
    return this.database.run(async () => {
      // Does not wait: workers that queue for the lock would hold connections of the pool.
      const lock = tryAdvisoryLock('claims of runs');
      const [locked, clock] = await this.database.batch([lock, { text: 'select now() as now', values: [] }]);
      if (!locked!.rows[0]!.held) return undefined;
      const free = (bind: Bind) =>
        `least(${bind(more)}::int, greatest(0, ${bind(running)}::int - ${countRunning(this.rows(bind))}))`;
      const oldestDue = (bind: Bind) => `${isDue()} order by t.run_at limit ${free(bind)} for update of t skip locked`;
      const runs = await this.select(oldestDue);
      for (const run of runs) rule(run, clock!.rows[0]!.now as Date);
      if (runs.length) await this.saveAll(runs);
      return runs;
    });
  }

  async prospect(max: number): Promise<{ canStart: boolean; later: Date | null }> {
    const [row] = await this.query((bind) => {
      const runs = this.rows(bind);
      return `select ${countRunning(runs)} < ${bind(max)}::int and ${hasAny(`${runs} and ${isDue()}`)} as "canStart",
        (select min(t.run_at) ${runs} and ${isQueued} and t.run_at > now()) as later`;
    });
    return row as { canStart: boolean; later: Date | null };
  }

  async open(since: Date): Promise<OpenRuns> {
    const counts = boundStatement((bind) => {
      const runs = this.rows(bind);
      return `select (select count(*)::int ${runs} and ${isQueued}) as queued, ${countRunning(runs)} as running,
        (select count(*)::int ${runs} and ${createdSince(since, bind)}) as created,
        (select min(t.run_at) ${runs} and ${isQueued}) as "nextAt"`;
    });
    const outcomes = await this.database.batch(this.database.withTimeout(countSeconds, counts));
    return outcomes.at(-1)!.rows[0] as unknown as OpenRuns;
  }

  async schedulesAtWork(scheduleIds: readonly string[]): Promise<Set<string>> {
    const atWork = boundStatement(
      (bind) =>
        `select distinct t.schedule_id as id ${this.rows(bind)}
          and t.schedule_id = any(${bind(scheduleIds)}::uuid[]) and ${isOpen}`,
    );
    const [found] = await this.database.plannedBatch(atWork);
    return new Set(found!.rows.map(({ id }) => id as string));
  }

  override async saveAll(runs: readonly AgentRun[]): Promise<void> {
    await super.saveAll(runs);
    for (const run of runs) this.reportSpent(run);
  }

  protected override async save(run: AgentRun): Promise<void> {
    await super.save(run);
    this.reportSpent(run);
  }

  protected override forCaller(rows: readonly Rendered[]): Promise<readonly Rendered[]> {
    return this.contents.shownTo(currentScope().rights, rows);
  }

  /** Observes after the commit: a crash in between affects only the metric. */
  private reportSpent(run: AgentRun): void {
    const micros = takeSpent(run);
    if (micros === 0) return;
    const model = (run.model && this.prices.find(run.model)?.entry) ?? 'other';
    this.database.afterCommit(() => this.meter.observe(cost, micros / microsPerUsd, { model }));
  }
}
