import { features } from '@tandem/adapters/features';
import type { Feature } from '@tandem/platform/feature/feature';
import { withLoaded } from '@tandem/platform/feature/load-features';

export const allFeatures = (env: NodeJS.ProcessEnv): Promise<readonly Feature[]> => withLoaded(features, env);
