/** `AppTool.isQuarantined` in SQL, for many rows `t` at once; the test of the store checks that both say the same. */
export const isQuarantined = '(t.definition_hash <> t.accepted_hash)';
