import type { Settings } from './settings.js';

/** Concurrent jobs of a worker, besides runs: a multiple, because an endpoint that does not respond occupies a job. */
export const jobsAtOnce = ({ WORKER_CONCURRENCY: runs }: Settings): number => 4 * runs;
