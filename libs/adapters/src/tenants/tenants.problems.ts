import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const tenantsProblems = problemCodes(`
request_taken | 409 | Request taken
  | The same request was stored at the same time. | Retry the request to get the stored response.
`);
