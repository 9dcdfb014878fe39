/*
 * Rules of `Invitation` in SQL, for many rows `t` at once. Each has the name of the getter it repeats, and the test of the store checks
 * that both say the same.
 */

export const status = `case when t.claimed_at is not null then 'claimed' when t.revoked_at is not null then 'revoked'
  when t.expires_at <= now() then 'expired' else 'pending' end`;
