import type { Feature } from './feature.js';

/** Wake-ups of subscriptions: apart, so that they never wait behind long work. */
export const subscriptionQueue = 'subscriptions';

/** The queue of each job that is not done by the clock: one a feature. */
export const queuesByJob = (features: readonly Feature[]): Map<string, string> =>
  new Map(
    features.flatMap(({ name, jobs = [] }) =>
      jobs.filter((job) => !job.everySeconds).map((job) => [job.name, name] as const),
    ),
  );

export const queueNames = (features: readonly Feature[]): Set<string> =>
  new Set([subscriptionQueue, ...queuesByJob(features).values()]);
