import { isUnavailable } from '@tandem/domain/core/errors';
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
/** Where the database was not available, the event is hardly at fault: its tenant should not wait long once the database is back. */
export const longestWaitSeconds = (error: Error): number => (isUnavailable(error) ? 5 : 300);

/** The wait after a failure: half a second, doubled each time up to $6 seconds, and by the factor $5 longer or shorter. */
export const waitAfter = (formerFailures: string) =>
  `make_interval(secs => least($6::float8, ${firstWaitSeconds} * 2 ^ least(${formerFailures}, 20)) * $5::float8)`;

/** Of an instant since which work has waited: that is longer ago than usual. */
export const isLate = (since: string) => `${since} < now() - interval '5 seconds'`;

/** Removes the work of the subscription $2 where it goes no further than the event $3. */
export const takeAway = `delete from subscription_work t where ${ofTenant()} and subscription = $2 and up_to <= $3`;
