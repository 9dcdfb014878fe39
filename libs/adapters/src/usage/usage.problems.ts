import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const usageProblems = problemCodes(`
date_taken | 409 | Date taken | There is already a record of this date. | Read that record.
`);
