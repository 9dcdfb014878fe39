import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const integrationKeysProblems = problemCodes(`
provider_taken | 409 | Provider taken | A key of this provider was stored at the same moment. | Repeat the request.
`);
