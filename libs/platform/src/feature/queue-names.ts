import type { Feature } from './feature.js';

/** A separate queue, so that no subscription waits behind long jobs. */
export const subscriptionQueue = 'subscriptions';

/** The queue of each job that neither a timer nor the operator starts; the jobs of a feature share one. */
export const queuesByJob = (features: readonly Feature[]): Map<string, string> =>
  new Map(
    features.flatMap(({ name, jobs = [] }) =>
      jobs.filter((job) => !job.everySeconds && !job.byHand).map((job) => [job.name, name] as const),
    ),
  );

export const queueNames = (features: readonly Feature[]): Set<string> =>
  new Set([subscriptionQueue, ...queuesByJob(features).values()]);
