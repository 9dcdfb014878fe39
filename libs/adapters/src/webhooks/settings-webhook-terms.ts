import { uses } from '@tandem/domain/core/use-case';
import { WebhookTerms } from '@tandem/domain/webhooks/webhook-terms.port';
import { SettingsToken } from '@tandem/platform/settings/settings-token';

export class SettingsWebhookTerms extends uses({ settings: SettingsToken }, WebhookTerms) {
  readonly retrySchedule = this.settings.WEBHOOK_RETRY_SCHEDULE;
}
