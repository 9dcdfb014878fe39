import type { Feature } from './feature.js';

/** Wakes subscriptions; a queue of its own, so that none waits behind long work. */
export const subscriptionQueue = 'subscriptions';

/** The queue of each job that neither a timer nor the operator starts: all jobs of a feature share one. */
export const queuesByJob = (features: readonly Feature[]): Map<string, string> =>
  new Map(
    features.flatMap(({ name, jobs = [] }) =>
      jobs.filter((job) => !job.everySeconds && !job.byHand).map((job) => [job.name, name] as const),
    ),
  );

export const queueNames = (features: readonly Feature[]): Set<string> =>
  new Set([subscriptionQueue, ...queuesByJob(features).values()]);
