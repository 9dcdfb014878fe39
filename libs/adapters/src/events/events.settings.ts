import { int } from '@tandem/platform/settings/setting-kinds';
import type { ValuesOf } from '@tandem/platform/settings/settings';

export const eventsSettings = {
  STREAMS_PER_PROCESS: int(1, 100_000)({ default: 2000, desc: 'open event streams per API process' }),
};

declare module '@tandem/platform/settings/settings' {
  interface FeatureSettings extends ValuesOf<typeof eventsSettings> {}
}
