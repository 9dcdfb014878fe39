/** `RunStep.isRefused` in SQL, on rows `t`; `run-rules.test.ts` compares the two. */
export const isRefused = `t.status = 'failed'`;
