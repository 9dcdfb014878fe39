import { currentScope } from '../../core/scope.js';
import { uses } from '../../core/use-case.js';
import { dayMillis } from '../../core/durations.js';
import type { TaskFilters } from '../../tasks/task-filters.js';
import { Tasks } from '../../tasks/tasks.port.js';
import { Blueprint, type RunContext } from '../blueprint.js';
import { countsOf, type Digest, digestFields, digestOf, type ListedTask, writeDigest } from './digest-sections.js';
import { count, inputOf, outputOf, uuid } from './schemas.js';

const maxListed = 1000;

export class TaskDigest extends uses({ tasks: Tasks }, Blueprint) {
  readonly slug = 'task-digest';
  readonly title = 'Summarize due, overdue, waking and completed tasks in a note';
  readonly inputSchema = inputOf({
    since: {
      type: 'string',
      format: 'date-time',
      description: 'Include tasks completed since then; default: a day ago.',
    },
    notebook_id: { ...uuid, description: 'Notebook of the note; default: the default notebook.' },
  });
  readonly outputSchema = outputOf({
    note_id: uuid,
    counts: outputOf({ due: count, overdue: count, waking: count, done: count }),
  });
  override readonly tools = ['create_note'];
  override readonly effects = 'write';
  override readonly access = ['tasks:read', 'notes:write'] as const;

  async run({ input, startedAt, read, act }: RunContext<{ since?: string; notebook_id?: string }>): Promise<unknown> {
    const { counts, ...note } = await read('read the tasks', async () => {
      const digest = await this.read(startedAt, input.since);
      return { title: `Task digest ${digest.date}`, body: writeDigest(digest), counts: countsOf(digest) };
    });
    const notebook = input.notebook_id === undefined ? {} : { notebook_id: input.notebook_id };
    const { id } = await act<{ id: string }>('write the note', 'create_note', { ...note, ...notebook });
    return { note_id: id, counts };
  }

  private async read(now: Date, given?: string): Promise<Digest> {
    const since = new Date(given ?? now.getTime() - dayMillis);
    // Includes the end of the day in every time zone.
    const soon = new Date(now.getTime() + 2 * dayMillis);
    const open = await this.listed({ state: 'open', dueBefore: soon });
    const snoozed = await this.listed({ state: 'open', includeSnoozed: true, wakesBefore: soon });
    const completed = await this.listed({ state: 'completed', includeSnoozed: true, updatedAfter: since });
    return digestOf({ open, snoozed, completed }, { now, since, zone: currentScope().timezone });
  }

  /** The newest thousand matches; without private projects, which not every reader of the note may see. */
  private listed(filters: TaskFilters): Promise<ListedTask[]> {
    return this.tasks.pick(digestFields, { ...filters, isPublic: true }, maxListed);
  }
}
