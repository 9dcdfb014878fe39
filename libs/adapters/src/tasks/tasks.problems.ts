import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const tasksProblems = problemCodes(`
link_taken                 | 409 | Link taken | The task already has this link. | List the links of the task.
too_many_labels | 409 | Too many labels
  | A tenant has at most 500 labels, a task at most 50. | Delete or remove labels that are no longer needed.
task_completed | 409 | Task completed
  | The task is completed, so this operation is not possible. | Reopen the task first.
task_canceled | 409 | Task canceled
  | The task is canceled, so this operation is not possible. | Reopen the task first.
task_not_recurring | 409 | Task not recurring
  | The task has no rrule, so it has no next occurrence. | Give the task an rrule, or change its dates.
series_ended | 409 | Series ended
  | The series has no occurrence after this one. | Complete the task, or give it another rrule.
series_continues_elsewhere | 409 | Series continues elsewhere
  | An earlier task of the series was reopened, so the series continues there.
  | Use the current task of the series.
project_deleted | 409 | Project deleted
  | The project of the deleted task is deleted too. | Create a new task.
no_longer_fits | 409 | No longer fits
  | Other tasks have moved since the deletion: if restored, the task would be nested too deeply or under itself.
  | Move the surrounding tasks first.
`);
