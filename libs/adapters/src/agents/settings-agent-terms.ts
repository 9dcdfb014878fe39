import type { AgentTerms } from '@tandem/domain/agents/agent-terms.port';
import { SettingsToken } from '@tandem/platform/settings/settings-token';

export class SettingsAgentTerms implements AgentTerms {
  static needs = [SettingsToken] as const;

  constructor(private readonly settings: SettingsToken) {}

  get platformFeeBps(): number {
    return this.settings.PLATFORM_FEE_BPS;
  }
}
