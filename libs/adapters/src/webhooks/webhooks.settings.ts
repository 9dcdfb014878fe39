import { durations } from '@tandem/platform/settings/setting-kinds';
import type { ValuesOf } from '@tandem/platform/settings/settings';

export const webhooksSettings = {
  WEBHOOK_RETRY_SCHEDULE: durations({
    default: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    desc: 'wait before each delivery attempt',
  }),
};

declare module '@tandem/platform/settings/settings' {
  interface FeatureSettings extends ValuesOf<typeof webhooksSettings> {}
}
