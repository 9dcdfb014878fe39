import { needing } from '@tandem/domain/core/use-case';
import { AgentTerms } from '@tandem/domain/agents/agent-terms.port';
import { SettingsToken } from '@tandem/platform/settings/settings-token';

export class SettingsAgentTerms extends needing({ settings: SettingsToken }, AgentTerms) {
  get platformFeeBps(): number {
    return this.settings.PLATFORM_FEE_BPS;
  }

  get schedulesPerTenant(): number {
    return this.settings.SCHEDULES_PER_TENANT;
  }
}
