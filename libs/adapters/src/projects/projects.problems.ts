import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const projectsProblems = problemCodes(`
category_taken | 409 | Category taken
  | Another record already has this category. | Fetch the list again and retry the change.
project_not_empty | 409 | Project not empty
  | The project has tasks that are not deleted; tasks is their number, counted up to 1,000.
  | Archive the project, or move or delete its tasks first.
project_archived | 409 | Project archived
  | The project is archived, so nothing in it can be changed. | Unarchive the project first.
status_is_default | 409 | Status is default
  | This is the default status, in which new tasks start. | Make another status the default first.
last_of_category | 409 | Last of category
  | Each category needs at least one status, for operations such as complete.
  | Add another status of the category first.
status_in_use | 409 | Status in use
  | Tasks are in this status, so its category cannot change.
  | Move the tasks to another status first, or add a new status.
identifier_taken | 409 | Identifier taken
  | Another record has, or once had, this identifier. | Choose another identifier.
`);
