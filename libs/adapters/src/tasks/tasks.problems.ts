import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const tasksProblems = problemCodes(`
link_taken                 | 409 | Link taken | The task has this link already. | Read the links of the task.
task_completed | 409 | Task completed
  | The task is completed, so this cannot be done. | Reopen the task first.
task_canceled | 409 | Task canceled
  | The task is canceled, so this cannot be done. | Reopen the task first.
task_not_recurring | 409 | Task not recurring
  | The task has no rrule, so there is no next occurrence to go to. | Give the task an rrule, or change its dates.
series_ended | 409 | Series ended
  | The series of the task has no occurrence after this one. | Complete the task, or give it another rrule.
series_continues_elsewhere | 409 | Series continues elsewhere
  | A task before this one in its series was reopened, so the series goes on there.
  | Use the task that the series stands at now.
project_deleted | 409 | Project deleted
  | The project in which the deleted task stood is deleted too. | Make a new task.
no_longer_fits | 409 | No longer fits
  | Where the deleted task stood, others were moved meanwhile: coming back it would nest too deep, or below itself.
  | Move the tasks around it first.
`);
