import { features } from '@tandem/adapters/features';
import type { Feature } from '@tandem/platform/feature/feature';
import { checkFeatures } from '@tandem/platform/feature/check/check-features';
import { withLoaded } from '@tandem/platform/feature/load-features';
import type { Settings } from '@tandem/platform/settings/settings';

/** Tandem's own features and those of `TANDEM_FEATURES`, checked together. */
export async function allFeatures(settings: Pick<Settings, 'TANDEM_FEATURES'>): Promise<readonly Feature[]> {
  const all = await withLoaded(features, settings);
  checkFeatures(all);
  return all;
}
