import { uses } from '@tandem/domain/core/use-case';
import { StreamTerms } from '@tandem/domain/events/stream/stream-terms.port';
import { SettingsToken } from '@tandem/platform/settings/settings-token';

export class SettingsStreamTerms extends uses({ settings: SettingsToken }, StreamTerms) {
  readonly perProcess = this.settings.STREAMS_PER_PROCESS;
}
