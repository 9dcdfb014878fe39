/** `AppTool.isQuarantined` in SQL, on rows `t`; `sql-apps.test.ts` compares the two. */
export const isQuarantined = '(t.definition_hash <> t.accepted_hash)';
