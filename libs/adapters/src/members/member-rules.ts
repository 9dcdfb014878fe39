/** `Member.isActiveOwner` in SQL, on rows `t`; `sql-members.test.ts` compares the two. */
export const isActiveOwner = "t.role = 'owner' and t.is_active";
