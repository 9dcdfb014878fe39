/** `works` of `ApiKey` in SQL, for many rows `k` at once; the test of the store of keys checks that both do the same. */
export const works = `(k.is_active and coalesce(k.expires_at, 'infinity') > now())`;
