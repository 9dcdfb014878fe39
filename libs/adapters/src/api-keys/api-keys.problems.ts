import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const apiKeysProblems = problemCodes(`
exceeds_creator | 403 | Exceeds creator
  | The key would have more rights than you have yourself.
  | Ask for fewer scopes, or let somebody with these rights do it.
api_key_revoked | 409 | API key revoked | The API key has been revoked for good. | Create a new API key.
`);
