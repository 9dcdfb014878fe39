/** `Member.isActiveOwner` in SQL, for many rows `t` at once; the test of the store checks that both find the same. */
export const isActiveOwner = "t.role = 'owner' and t.is_active";
