import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const dealsProblems = problemCodes(`
pipeline_deleted | 409 | Pipeline deleted
  | The pipeline of the deleted deal is deleted too. | Create a new deal.
`);
