import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const notebooksProblems = problemCodes(`
default_notebook | 409 | Default notebook
  | The default notebook cannot be deleted or lose its place without a successor.
  | Make another notebook the default first.
`);
