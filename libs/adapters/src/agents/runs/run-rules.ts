/* Rules of `AgentRun` in SQL, on rows `t`, named after its methods; `run-rules.test.ts` compares the two. */

export const isQueued = `t.status = 'queued'`;

export const isRunning = `t.status = 'running'`;

export const hasFailed = `t.status = 'failed'`;

export const isDue = (now = 'now()') =>
  `${isQueued} and t.run_at <= ${now} and coalesce(t.deadline_at, 'infinity') > ${now}`;

/** Reads the first entry of the index: for `exists`, a planner that expects many rows would scan the table. */
export const hasAny = (queued: string) => `(select min(t.run_at) ${queued}) is not null`;

export const isOpen = `t.status in ('queued', 'running')`;

/** `runs` is `from … where …`. */
export const countRunning = (runs: string) => `(select count(*)::int ${runs} and ${isRunning})`;

export const isHeldBy = (claims: string) => `${isRunning} and t.worker_id = any(${claims}::uuid[])`;

export const renewLease = (seconds: string) =>
  `lease_expires_at = now() + make_interval(secs => ${seconds}), last_heartbeat_at = now()`;

export const hasLostWorker = `${isRunning} and t.lease_expires_at < now()`;

export const hasMissedDeadline = `${isQueued} and t.deadline_at <= now()`;

export const costUsdCents = 'ceil(t.cost_micro_usd / 10000.0)::bigint';
