import { int } from '@tandem/platform/settings/setting-kinds';
import type { ValuesOf } from '@tandem/platform/settings/settings';
import { priceFile } from './models/model-price-rows.js';

export const agentsSettings = {
  MODEL_PRICES_FILE: priceFile({ default: [], desc: 'JSON file with model prices, which override those of Tandem' }),
  PLATFORM_FEE_BPS: int(0, 10_000)({ default: 0, desc: 'fee on agent cost in basis points' }),
  RUNS_PER_TENANT: int(1, 1000)({ default: 10, desc: 'concurrent agent runs per tenant' }),
  LEASE_SECONDS: int(2, 3600)({ default: 30, desc: 'time that a lost worker keeps its agent runs' }),
  SCHEDULES_PER_TENANT: int(1, 100_000)({ default: 200, desc: 'maximum number of agent schedules per tenant' }),
};

declare module '@tandem/platform/settings/settings' {
  interface FeatureSettings extends ValuesOf<typeof agentsSettings> {}
}
