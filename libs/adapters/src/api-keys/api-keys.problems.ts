import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const apiKeysProblems = problemCodes(`
exceeds_creator | 403 | Exceeds creator
  | The key would have rights that you do not have.
  | Request fewer scopes, or ask someone with these rights to do it.
api_key_revoked | 409 | API key revoked | The API key has been permanently revoked. | Create a new API key.
`);
