import { uses } from '@tandem/domain/core/use-case';
import { AgentTerms } from '@tandem/domain/agents/agent-terms.port';
import { SettingsToken } from '@tandem/platform/settings/settings-token';

export class SettingsAgentTerms extends uses({ settings: SettingsToken }, AgentTerms) {
  readonly platformFeeBps = this.settings.PLATFORM_FEE_BPS;
  readonly schedulesPerTenant = this.settings.SCHEDULES_PER_TENANT;
  readonly runsPerTenant = this.settings.RUNS_PER_TENANT;
  readonly runsPerWorker = this.settings.WORKER_CONCURRENCY;
  readonly leaseSeconds = this.settings.LEASE_SECONDS;
}
