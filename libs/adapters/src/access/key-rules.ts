/* Rules of `ApiKey` in SQL, on rows `k`, named after its methods; `sql-api-keys.test.ts` compares the two. */

export const works = `(k.is_active and coalesce(k.expires_at, 'infinity') > now())`;

export const announceExpiry = (notices: string) => `k.is_active and k.expires_at > now() and exists (
  select from unnest(${notices}::int[]) as days
  where k.expires_at <= now() + make_interval(days => days)
    and (k.told_days_ahead is null or k.told_days_ahead > days))`;
