import { Blueprint, type RunContext } from '../blueprint.js';

interface Listed {
  tasks: { title: string; description?: string; due_date?: string }[];
}

const mostTasks = 20;

/** Creates the tasks that a note asks for. The model lists them and does nothing itself: a hostile note can at worst make odd tasks. */
export class NotesToTasks extends Blueprint {
  readonly slug = 'notes-to-tasks';
  readonly title = 'Create the tasks that a note asks for';
  readonly inputSchema = {
    type: 'object',
    additionalProperties: false,
    required: ['note_id'],
    properties: { note_id: { type: 'string', format: 'uuid', description: 'The note to read.' } },
  };
  readonly outputSchema = {
    type: 'object',
    required: ['task_ids'],
    properties: { task_ids: { type: 'array', items: { type: 'string', format: 'uuid' } } },
  };
  override readonly engine = 'llm';
  override readonly tools = ['get_note', 'create_task'];
  override readonly effects = 'write';
  override readonly access = ['notes:read', 'tasks:write'] as const;
  override readonly defaultBudgetUsdCents = 20;
  override readonly maxSteps = 3;
  override readonly instructions =
    'You read a note and list what somebody has to do according to it: one task each, with a short title in the language of the note. List nothing that is done already or that nobody has to do.';

  async run({ input, act, converse }: RunContext<{ note_id: string }>): Promise<unknown> {
    const note = await act<{ title: string; body: string }>('read the note', 'get_note', { id: input.note_id });
    const { tasks } = await converse<Listed>({
      prompt: `List the tasks in this note, at most ${mostTasks}, the most important first.`,
      data: [{ title: note.title, body: note.body }],
      finish: { description: 'Hands in the tasks.', schema: listSchema },
    });
    const ids: string[] = [];
    for (const [place, task] of tasks.slice(0, mostTasks).entries())
      ids.push((await act<{ id: string }>(`create task ${place + 1}`, 'create_task', task)).id);
    return { task_ids: ids };
  }
}

const listSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['tasks'],
  properties: {
    tasks: {
      type: 'array',
      description: `At most ${mostTasks}.`,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['title'],
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 500 },
          description: { type: 'string', maxLength: 10_000, description: 'What the title does not say.' },
          due_date: { type: 'string', format: 'date', description: 'Only where the note names a day.' },
        },
      },
    },
  },
};
