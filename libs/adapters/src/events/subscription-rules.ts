import { ofTenant } from '@tandem/platform/postgres/tenant-statements';

/*
 * Rules of subscriptions in SQL, for the work `w` of a subscription in a tenant and the cursor `c` of the two: `Subscriptions` says
 * what they mean. What others ask of them too stands in `access/subscription-cursors.ts`.
 */

/** Also of what never failed. */
export const isRetryDue = '(c.retry_at is null or c.retry_at <= now())';

export const hasFailed = 'attempts > 0';

/** What a cursor forgets of its failures when it gets past the event. */
export const forgetFailures =
  'attempts = 0, failed_sequence = null, last_error = null, failing_since = null, retry_at = null';

const firstWaitSeconds = 0.5;

/** By the factor $5 longer or shorter, as all waits. */
export const firstWait = `make_interval(secs => $5::float8 * ${firstWaitSeconds})`;

/**
 * The wait after a further failure of the cursor `c`: twice as long each time, up to five minutes. Where the database was not available
 * ($6), the event is hardly at fault, and waits for five seconds at most; but what takes too long fails so as well, and has ten minutes.
 */
export const nextWait = `make_interval(secs => $5::float8 * least(${firstWaitSeconds} * 2 ^ least(c.attempts, 20),
    case when $6::boolean and coalesce(c.failing_since, excluded.failing_since) > excluded.failing_since - interval '10 minutes'
      then 5 else 300 end))`;

/** Of an instant since which work has waited: that is longer ago than usual. */
export const isLate = (since: string) => `${since} < now() - interval '5 seconds'`;

/** Removes the work of the subscription $2 where it goes no further than the event $3. */
export const takeAway = `delete from subscription_work t where ${ofTenant()} and subscription = $2 and up_to <= $3`;
