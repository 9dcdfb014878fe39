import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const exportsProblems = problemCodes(`
too_many_exports | 429 | Too many exports
  | The workspace has as many exports running as it may have at once. | Wait for the time in Retry-After.
`);
