import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const usageProblems = problemCodes(`
date_taken | 409 | Date taken | A record for this date already exists. | Fetch that record.
`);
