import { uses } from '../../core/use-case.js';
import { Notes } from '../../notes/notes.port.js';
import { Tasks } from '../../tasks/tasks.port.js';
import { Blueprint, type RunContext } from '../blueprint.js';
import { OperationRefused } from '../runs/operation-refused.js';
import { type LinkedNote, withLinks } from './note-mentions.js';
import { inputOf, limit, listOf, more, outputOf, skipped, text, uuid } from './schemas.js';

interface Input {
  note_id?: string;
  notebook_id?: string;
  since?: string;
  limit?: number;
}

const maxNotes = 500;
const notesInAStep = 20;
const maxTitles = 5000;
const defaultLimit = 20;
/** Total length of bodies per run: the journal stores each three times, as result, request and response. */
const maxBytes = 4 * 1024 * 1024;

export class NoteLinker extends uses({ notes: Notes, tasks: Tasks }, Blueprint) {
  readonly slug = 'note-linker';
  readonly title = 'Link the note titles and task identifiers that notes mention';
  readonly inputSchema = inputOf({
    note_id: { ...uuid, description: 'Only this note.' },
    notebook_id: { ...uuid, description: 'Only notes in this notebook.' },
    since: {
      type: 'string',
      format: 'date-time',
      description: 'Only notes changed since then, such as {{last_succeeded_at}} in a schedule.',
    },
    limit: limit('Maximum number of notes to change in a run.', defaultLimit, 50),
  });
  readonly outputSchema = outputOf({
    linked: listOf({ note_id: uuid, title: text, links: { type: 'array', items: text } }),
    skipped: { ...skipped, description: `${skipped.description} Also notes changed in the meantime.` },
    more,
  });
  override readonly tools = ['update_note'];
  override readonly effects = 'write';
  override readonly access = ['notes:write', 'tasks:read'] as const;

  async run(context: RunContext<Input>): Promise<unknown> {
    const { ids, more: areMore } = await this.find(context);
    const max = context.input.limit ?? defaultLimit;
    const linked: object[] = [];
    let bytes = 0;
    for (const [index, note] of ids.slice(0, max).entries()) {
      if (bytes > maxBytes) return { linked, skipped: index - linked.length, more: true };
      const result = await this.write(context, note, index + 1);
      bytes += result ? Buffer.byteLength(JSON.stringify(result.body)) : 0;
      if (result) linked.push({ note_id: note, title: result.title, links: result.links });
    }
    return { linked, skipped: Math.min(max, ids.length) - linked.length, more: areMore || ids.length > max };
  }

  private async find({ input, read }: RunContext<Input>): Promise<{ ids: string[]; more: boolean }> {
    if (input.note_id !== undefined) return { ids: [input.note_id], more: false };
    const listed = await read('list notes', () => this.list(input));
    const candidates = listed.slice(0, maxNotes);
    const ids: string[] = [];
    for (let from = 0; from < candidates.length && ids.length <= (input.limit ?? defaultLimit); from += notesInAStep) {
      const some = candidates.slice(from, from + notesInAStep);
      ids.push(...(await read(`look for mentions from note ${from + 1}`, () => this.mentioning(some))));
    }
    return { ids, more: listed.length > maxNotes };
  }

  /** Null when nothing is left to link, or the change was refused. */
  private async write({ read, act }: RunContext<Input>, note: string, number: number): Promise<LinkedNote | null> {
    const result = await read(`link note ${number}`, () => this.linked(note));
    if (!result) return null;
    try {
      // `if_updated_at` protects concurrent edits.
      const { body, updated_at } = result;
      await act(`write note ${number}`, 'update_note', { id: note, body, if_updated_at: updated_at });
      return result;
    } catch (error) {
      if (error instanceof OperationRefused) return null;
      throw error;
    }
  }

  /** Lists one note beyond the limit if there are more. */
  private async list({ notebook_id: notebookId, since }: Input): Promise<string[]> {
    const updatedAfter = since === undefined ? undefined : new Date(since);
    const filters = { isArchived: false, notebookId, updatedAfter };
    return (await this.notes.pick(['id'], filters, maxNotes + 1)).map(({ id }) => id);
  }

  /** Skips deleted notes; loads one note at a time, since each may be a megabyte long. */
  private async mentioning(ids: readonly string[]): Promise<string[]> {
    const titles = await this.titles();
    const found: string[] = [];
    for (const id of ids) {
      const note = await this.notes.find(id);
      if (note && (await withLinks(note, titles, this.tasks))) found.push(id);
    }
    return found;
  }

  private async linked(id: string): Promise<LinkedNote | null> {
    return withLinks(await this.notes.one(id), await this.titles(), this.tasks);
  }

  private async titles(): Promise<ReadonlyMap<string, string>> {
    const titles = await this.notes.titles(maxTitles);
    return new Map(titles.map(({ title, id }) => [title.normalize('NFC'), id]));
  }
}
