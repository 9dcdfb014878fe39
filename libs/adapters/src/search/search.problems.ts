import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const searchProblems = problemCodes(`
query_too_short | 422 | Query too short
  | A query needs two characters, or one in a script without spaces between words. | Search for a longer word.
search_unavailable | 503 | Search unavailable
  | The database lacks the extensions that the search needs. | Ask the operator; everything else works.
`);
