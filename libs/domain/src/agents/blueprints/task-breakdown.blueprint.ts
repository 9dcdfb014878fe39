import { Blueprint, type RunContext } from '../blueprint.js';

interface Task {
  title: string;
  description: string | null;
  project_id: string | null;
}

const mostSubtasks = 10;

/** Splits a task into subtasks. The model lists them and does nothing itself. */
export class TaskBreakdown extends Blueprint {
  readonly slug = 'task-breakdown';
  readonly title = 'Split a task into subtasks';
  readonly inputSchema = {
    type: 'object',
    additionalProperties: false,
    required: ['task_id'],
    properties: { task_id: { type: 'string', format: 'uuid', description: 'The task to split.' } },
  };
  readonly outputSchema = {
    type: 'object',
    required: ['task_ids'],
    properties: { task_ids: { type: 'array', items: { type: 'string', format: 'uuid' } } },
  };
  override readonly engine = 'llm';
  override readonly tools = ['get_task', 'create_task'];
  override readonly effects = 'write';
  override readonly access = ['tasks:write'] as const;
  override readonly defaultBudgetUsdCents = 20;
  override readonly maxSteps = 3;
  override readonly instructions =
    'You split a task into the steps that it takes, in the order in which they are done, each with a short title in the language of the task. A task that is one step already has no subtasks.';

  async run({ input, act, converse }: RunContext<{ task_id: string }>): Promise<unknown> {
    const { title, description, project_id } = await act<Task>('read the task', 'get_task', { id: input.task_id });
    const { subtasks } = await converse<{ subtasks: Pick<Task, 'title'>[] }>({
      prompt: `Split this task into at most ${mostSubtasks} subtasks.`,
      data: [{ title, description }],
      finish: { description: 'Hands in the subtasks.', schema: listSchema },
    });
    const place = { parent_id: input.task_id, ...(project_id === null ? {} : { project_id }) };
    const ids: string[] = [];
    for (const [index, task] of subtasks.slice(0, mostSubtasks).entries()) {
      const name = `create subtask ${index + 1}`;
      ids.push((await act<{ id: string }>(name, 'create_task', { ...task, ...place })).id);
    }
    return { task_ids: ids };
  }
}

const listSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['subtasks'],
  properties: {
    subtasks: {
      type: 'array',
      description: `At most ${mostSubtasks}.`,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['title'],
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 500 },
          description: { type: 'string', maxLength: 10_000, description: 'What the title does not say.' },
        },
      },
    },
  },
};
