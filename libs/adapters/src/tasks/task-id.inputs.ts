import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { IdOrName, PageInput } from '@tandem/platform/inputs/inputs';
import { identifierForm } from './task-identifiers.js';

/** Paths accept an id or identifier; bodies and filters accept only an id. */
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

export class PageWithinTask extends PageInput {
  @TaskId() id!: string;
}
