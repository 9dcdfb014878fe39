import type { Settings } from './settings.js';

/**
 * How many jobs other than runs a worker has under way. Most of them wait for somebody's server: with as few as there may be runs, the
 * endpoints of three tenants that never answer would keep those of everybody else waiting.
 */
export const jobsAtOnce = ({ WORKER_CONCURRENCY: runs }: Settings): number => 4 * runs;
