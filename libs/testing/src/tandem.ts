import { features } from '@tandem/adapters/features';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';

/** The vocabulary of Tandem's own features, for tests without an app. */
export const tandem = vocabularyOf(features);
