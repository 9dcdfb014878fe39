import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const notebooksProblems = problemCodes(`
default_notebook | 409 | Default notebook
  | The default notebook cannot be deleted, or cease to be the default, without a successor.
  | Make another notebook the default first.
`);
