/** `RunStep.isRefused` in SQL, for many rows `t` at once; the test of the rules of runs checks that both find the same. */
export const isRefused = `t.status = 'failed'`;
