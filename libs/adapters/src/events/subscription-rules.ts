import { ofTenant } from '@tandem/platform/postgres/statements';

/* Rules of `Subscriptions` in SQL, for a backlog `w` with its cursor `c`. */

export const isRetryDue = '(c.retry_at is null or c.retry_at <= now())';

export const hasFailed = 'attempts > 0';

export const forgetFailures =
  'attempts = 0, failed_sequence = null, last_error = null, failing_since = null, retry_at = null';

const firstWaitSeconds = 0.5;

/** $5 is the factor of jitter. */
export const firstWait = `make_interval(secs => $5::float8 * ${firstWaitSeconds})`;

/** Doubles up to five minutes; while the database is unavailable ($6), up to five seconds, but only for ten minutes. */
export const nextWait = `make_interval(secs => $5::float8 * least(${firstWaitSeconds} * 2 ^ least(c.attempts, 20),
    case when $6::boolean
      and coalesce(c.failing_since, excluded.failing_since) > excluded.failing_since - interval '10 minutes'
      then 5 else 300 end))`;

export const isLate = (since: string) => `${since} < now() - interval '5 seconds'`;

export const deleteBacklog = `delete from subscription_work t
  where ${ofTenant()} and subscription = $2 and up_to <= $3`;
