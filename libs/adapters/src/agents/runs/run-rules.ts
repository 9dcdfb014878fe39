/*
 * Rules of `AgentRun` in SQL, for many rows `t` at once. Each has the name of the method it repeats, and the test beside it checks
 * that both do the same.
 */

export const isQueued = `t.status = 'queued'`;

export const isRunning = `t.status = 'running'`;

export const isDue = (now = 'now()') =>
  `${isQueued} and t.run_at <= ${now} and coalesce(t.deadline_at, 'infinity') > ${now}`;

/**
 * Whether there are any of these queued runs. It asks for the first in the order of the index; asked whether one exists, a planner that
 * expects many of them would read through the table.
 */
export const hasAny = (queued: string) => `(select min(t.run_at) ${queued}) is not null`;

/** The opposite of `isTerminal`. */
export const isOpen = `t.status in ('queued', 'running')`;

/** How many of these runs (`from … where …`) are running. */
export const countRunning = (runs: string) => `(select count(*)::int ${runs} and ${isRunning})`;

export const isHeldBy = (claims: string) => `${isRunning} and t.worker_id = any(${claims}::uuid[])`;

export const renewLease = (seconds: string) =>
  `lease_expires_at = now() + make_interval(secs => ${seconds}), last_heartbeat_at = now()`;

export const hasLostWorker = `${isRunning} and t.lease_expires_at < now()`;

export const hasMissedDeadline = `${isQueued} and t.deadline_at <= now()`;

export const costUsdCents = 'ceil(t.cost_micro_usd / 10000.0)::bigint';
