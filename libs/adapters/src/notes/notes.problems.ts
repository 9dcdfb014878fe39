import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const notesProblems = problemCodes(`
note_changed | 409 | Note changed
  | The note was changed after if_updated_at, so this change was not applied.
  | Fetch the note again, and apply the change to its current content.
`);
