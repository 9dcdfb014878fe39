import type { AgentRun } from '@tandem/domain/agents/runs/agent-run';
import { Leases } from '@tandem/domain/agents/runs/leases.port';
import { claimLost } from '@tandem/domain/agents/runs/run-failure';
import { uses } from '@tandem/domain/core/use-case';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { Database } from '@tandem/platform/postgres/database';
import { Heartbeat } from '@tandem/platform/process/heartbeat';
import { Signals } from '@tandem/platform/postgres/signals';
import { ofTenant, rowsOf } from '@tandem/platform/postgres/statements';
import { SettingsToken } from '@tandem/platform/settings/settings-token';
import { isHeldBy, renewLease } from './run-rules.js';

/** Skips runs locked by a step: no other worker can claim them before the step ends. */
const renew = `
  update agent_runs r set ${renewLease('$3')}
  from (select t.id ${rowsOf('agent_runs')} and ${isHeldBy('$2')} for update skip locked) mine
  where ${ofTenant('r')} and r.id = mine.id`;
const heldAcrossTenants = `select t.worker_id from agent_runs t where ${isHeldBy('$1')}`;

const lookDelayMillis = 20;

interface Held {
  tenantId: string;
  controller: AbortController;
}

export const runMeasures = { wait: 'tandem_agent_run_wait_seconds', work: 'tandem_agent_run_seconds' } as const;

/** Renews all claims of the process in one round trip, and checks for lost claims after events. */
export class SqlLeases extends uses(
  { database: Database, signals: Signals, settings: SettingsToken, meter: Meter },
  Leases,
) {
  private readonly leaseMillis = this.settings.LEASE_SECONDS * 1000;
  private readonly heartbeat = new Heartbeat<Held>(this.leaseMillis / 3, () => this.beat());
  private nextLook: NodeJS.Timeout | undefined;
  private renewedAt = performance.now();

  constructor(...needs: readonly unknown[]) {
    super(...needs);
    this.signals.on('tandem_events', () => this.scheduleLook());
  }

  async hold(run: AgentRun, work: (lost: AbortSignal) => Promise<AgentRun>): Promise<void> {
    const { workerId, tenantId, blueprint } = run;
    const controller = new AbortController();
    const startedAt = performance.now();
    if (this.heartbeat.held.size === 0) this.renewedAt = startedAt;
    this.heartbeat.hold(workerId!, { tenantId, controller });
    this.meter.observe(runMeasures.wait, run.secondsWaited);
    let { status: outcome } = run;
    try {
      const done = await work(controller.signal);
      outcome = done.status;
    } finally {
      this.heartbeat.release(workerId!);
      this.meter.observe(runMeasures.work, (performance.now() - startedAt) / 1000, { blueprint, outcome });
    }
  }

  private async beat(): Promise<void> {
    const claims = [...this.heartbeat.held.keys()];
    const started = performance.now();
    try {
      await this.renewAcrossTenants(claims);
      this.renewedAt = started;
      await this.lookAcrossTenants(claims);
    } catch {
      // The leases have expired, so other workers may have claimed the runs.
      if (performance.now() - this.renewedAt > this.leaseMillis) this.lose(claims);
    }
  }

  private scheduleLook(): void {
    if (this.heartbeat.held.size === 0) return;
    this.nextLook ??= setTimeout(() => {
      this.nextLook = undefined;
      this.lookAcrossTenants([...this.heartbeat.held.keys()]).catch(() => undefined); // the next beat looks again
    }, lookDelayMillis).unref();
  }

  private async renewAcrossTenants(claims: string[]): Promise<void> {
    const tenants = new Set([...this.heartbeat.held.values()].map(({ tenantId }) => tenantId));
    const renewal = (tenantId: string) => ({ text: renew, values: [tenantId, claims, this.leaseMillis / 1000] });
    await this.database.acrossTenants(() => this.database.batch([...tenants].map(renewal)));
  }

  private async lookAcrossTenants(claims: string[]): Promise<void> {
    const rows = await this.database.queryAcrossTenants(heldAcrossTenants, [claims]);
    const held = new Set(rows.map((row) => row.worker_id));
    this.lose(claims.filter((claim) => !held.has(claim)));
  }

  private lose(claims: string[]): void {
    for (const claim of claims) this.heartbeat.held.get(claim)?.controller.abort(claimLost());
  }
}
