import type { RunContext } from '../blueprint.js';
import { inputOf, uuid } from './schemas.js';
import { TaskLister } from './task-lister.js';

const max = 20;

export class NotesToTasks extends TaskLister {
  readonly slug = 'notes-to-tasks';
  readonly title = 'Create the tasks that a note asks for';
  readonly inputSchema = inputOf({ note_id: { ...uuid, description: 'The note to read.' } }, ['note_id']);
  override readonly tools = ['get_note', 'create_task'];
  override readonly access = ['notes:read', 'tasks:write'] as const;
  override readonly instructions =
    'You read a note and list what somebody has to do according to it: one task each, with a short title in the ' +
    'language of the note. List nothing that is done already or that nobody has to do.';

  async run(context: RunContext<{ note_id: string }>): Promise<unknown> {
    const { note_id: id } = context.input;
    const { title, body } = await context.act<{ title: string; body: string }>('read the note', 'get_note', { id });
    return this.createListed(context, {
      kind: 'task',
      prompt: `List the tasks in this note, at most ${max}, the most important first.`,
      data: { title, body },
      max,
      fields: { due_date: { type: 'string', format: 'date', description: 'Only where the note names a day.' } },
    });
  }
}
