import type { Settings } from './settings.js';

/**
 * How many jobs a worker handles at a time, besides runs. An endpoint holds a job until it answers, so sixty endpoints
 * that never do must leave room for others.
 */
export const jobsAtOnce = ({ WORKER_CONCURRENCY: runs }: Settings): number => 4 * runs;
