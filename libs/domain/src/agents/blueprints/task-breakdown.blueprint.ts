import type { RunContext } from '../blueprint.js';
import { inputOf, uuid } from './schemas.js';
import { TaskLister } from './task-lister.js';

interface Task {
  title: string;
  description: string | null;
  project_id: string | null;
}

const max = 10;

export class TaskBreakdown extends TaskLister {
  readonly slug = 'task-breakdown';
  readonly title = 'Split a task into subtasks';
  readonly inputSchema = inputOf({ task_id: { ...uuid, description: 'The task to split.' } }, ['task_id']);
  override readonly tools = ['get_task', 'create_task'];
  override readonly access = ['tasks:write'] as const;
  override readonly instructions =
    'You split a task into the steps that it takes, in the order in which they are done, each with a short title in ' +
    'the language of the task. A task that is one step already has no subtasks.';

  async run(context: RunContext<{ task_id: string }>): Promise<unknown> {
    const { task_id: id } = context.input;
    const { title, description, project_id } = await context.act<Task>('read the task', 'get_task', { id });
    return this.createListed(context, {
      kind: 'subtask',
      prompt: `Split this task into at most ${max} subtasks.`,
      data: { title, description },
      max,
      location: { parent_id: id, ...(project_id === null ? {} : { project_id }) },
    });
  }
}
