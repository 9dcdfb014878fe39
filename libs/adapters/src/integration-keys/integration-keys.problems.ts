import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const integrationKeysProblems = problemCodes(`
provider_taken | 409 | Provider taken | A key for this provider was stored at the same time. | Retry the request.
`);
