/* Rules of `Invitation` in SQL, on rows `t`, named after its getters; `sql-invitations.test.ts` compares the two. */

export const status = `case when t.claimed_at is not null then 'claimed' when t.revoked_at is not null then 'revoked'
  when t.expires_at <= now() then 'expired' else 'pending' end`;
