/*
 * Rules of `AgentRun` in SQL, for many rows `t` at once. Each has the name of the method it repeats, and the test beside it
 * checks that both do the same.
 */

export const isDue = (now = 'now()') =>
  `t.status = 'queued' and t.run_at <= ${now} and coalesce(t.deadline_at, 'infinity') > ${now}`;

/**
 * Whether there is any of these queued runs. The first in the order of their index is asked for, not whether one exists: a planner that
 * believes in many would look for that one by reading the table.
 */
export const hasAny = (queued: string) => `(select min(t.run_at) ${queued}) is not null`;

/** Not `isTerminal`. */
export const isOpen = `t.status in ('queued', 'running')`;

/** How many of a tenant are running. */
export const countRunning = (tenant: string) =>
  `(select count(*)::int from agent_runs busy where busy.tenant_id = ${tenant} and busy.status = 'running')`;

export const isHeldBy = (claims: string) => `t.status = 'running' and t.worker_id = any(${claims}::uuid[])`;

export const renewLease = (seconds: string) =>
  `lease_expires_at = now() + make_interval(secs => ${seconds}), last_heartbeat_at = now()`;

export const hasLostWorker = `t.status = 'running' and t.lease_expires_at < now()`;

export const hasMissedDeadline = `t.status = 'queued' and t.deadline_at <= now()`;
