import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { IdOrName, PageInput } from '@tandem/platform/inputs/inputs';
import { identifierForm } from './task-identifiers.js';

/** A path takes what people call the task; bodies and filters take its id alone. */
export const TaskId = () =>
  IdOrName({
    directory: Tasks,
    name: identifierForm,
    form: 'the id of a task (a UUID) or its identifier, such as LAUN-12',
    description: 'id, or identifier such as LAUN-12',
    example: 'LAUN-12',
  });

export class TaskById {
  @TaskId() id!: string;
}

/** A page of what belongs to a task. */
export class PageWithinTask extends PageInput {
  @TaskId() id!: string;
}
