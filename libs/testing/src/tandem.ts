import { features } from '@tandem/adapters/features';
import { vocabularyOf } from '@tandem/platform/feature/feature-vocabulary';

/** The words of Tandem's own features, for tests that open no app. */
export const tandem = vocabularyOf(features);
