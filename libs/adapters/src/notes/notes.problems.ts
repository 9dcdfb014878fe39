import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const notesProblems = problemCodes(`
note_changed | 409 | Note changed
  | The note was changed after if_updated_at. It was not changed again.
  | Read the note again, and repeat the change on what it is now.
`);
