import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const tenantsProblems = problemCodes(`
request_taken | 409 | Request taken
  | The same request was stored at the same moment. | Repeat the request; you get the stored answer.
`);
