/*
 * Rules of `ApiKey` in SQL, for many rows `k` at once. Each has the name of the method it repeats, and the test of the store of keys
 * checks that both do the same.
 */

export const works = `(k.is_active and coalesce(k.expires_at, 'infinity') > now())`;

/** Those of which `tellExpiry` records something; `notices` are the days ahead at which it does. */
export const tellExpiry = (notices: string) => `k.is_active and k.expires_at > now() and exists (
  select from unnest(${notices}::int[]) as days
  where k.expires_at <= now() + make_interval(days => days) and (k.told_days_ahead is null or k.told_days_ahead > days))`;
