import type { WebhookTerms } from '@tandem/domain/webhooks/webhook-terms.port';
import { SettingsToken } from '@tandem/platform/settings/settings-token';

export class SettingsWebhookTerms implements WebhookTerms {
  static needs = [SettingsToken] as const;

  constructor(private readonly settings: SettingsToken) {}

  get retrySchedule(): readonly number[] {
    return this.settings.WEBHOOK_RETRY_SCHEDULE;
  }
}
