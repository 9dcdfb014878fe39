import { setImmediate as othersTurn } from 'node:timers/promises';
import { needing } from '../../core/use-case.js';
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

const pageSize = 20;
const mostPages = 25;
/** Those of the notes changed last. */
const mostTitles = 5000;
/** How many notes a run changes where its input does not say. */
const usual = 20;
/** Of bodies: each stands in the journal three times, as it was made, asked for and answered. */
const mostBytes = 4 * 1024 * 1024;

/** Makes links of what notes mention without a link: titles of other notes and keys of tasks. */
export class NoteLinker extends needing({ notes: Notes, tasks: Tasks }, Blueprint) {
  readonly slug = 'note-linker';
  readonly title = 'Make links of titles of notes and keys of tasks that notes mention';
  readonly inputSchema = inputOf({
    note_id: { ...uuid, description: 'Only this note.' },
    notebook_id: { ...uuid, description: 'Only notes of this notebook.' },
    since: {
      ...{ type: 'string', format: 'date-time' },
      description: 'Only notes changed since, such as {{last_succeeded_at}} in a schedule.',
    },
    limit: limit('How many notes one run changes.', usual, 50),
  });
  readonly outputSchema = outputOf({
    linked: listOf({ note_id: uuid, title: text, links: { type: 'array', items: text } }),
    skipped: { ...skipped, description: `${skipped.description} Or since somebody changed the note meanwhile.` },
    more,
  });
  override readonly tools = ['update_note'];
  override readonly effects = 'write';
  override readonly access = ['notes:write', 'tasks:read'] as const;

  async run(context: RunContext<Input>): Promise<unknown> {
    const { ids, more: areMore } = await this.find(context);
    const most = context.input.limit ?? usual;
    const linked: object[] = [];
    let bytes = 0;
    for (const [index, note] of ids.slice(0, most).entries()) {
      if (bytes > mostBytes) return { linked, skipped: index - linked.length, more: true };
      const made = await this.write(context, note, index + 1);
      bytes += made ? Buffer.byteLength(JSON.stringify(made.body)) : 0;
      if (made) linked.push({ note_id: note, title: made.title, links: made.links });
    }
    return { linked, skipped: Math.min(most, ids.length) - linked.length, more: areMore || ids.length > most };
  }

  /** Ids of the notes that mention something, the newest first; a page a step. */
  private async find({ input, read }: RunContext<Input>): Promise<{ ids: string[]; more: boolean }> {
    if (input.note_id !== undefined) return { ids: [input.note_id], more: false };
    const ids: string[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= mostPages && ids.length <= (input.limit ?? usual); page++) {
      const found = await read(`read page ${page}`, () => this.page(input, cursor));
      ids.push(...found.ids);
      cursor = found.next ?? undefined;
      if (cursor === undefined) return { ids, more: false };
    }
    return { ids, more: true };
  }

  /** Null where there is nothing to link any more, or the change was refused. */
  private async write({ read, act }: RunContext<Input>, note: string, place: number): Promise<LinkedNote | null> {
    const made = await read(`link note ${place}`, () => this.linked(note));
    if (!made) return null;
    try {
      // Somebody may have written on: their words are not to be lost.
      const { body, updated_at } = made;
      await act(`write note ${place}`, 'update_note', { id: note, body, if_updated_at: updated_at });
      return made;
    } catch (error) {
      if (error instanceof OperationRefused) return null;
      throw error;
    }
  }

  private async page(
    { notebook_id: notebookId, since }: Input,
    cursor?: string,
  ): Promise<{ ids: string[]; next: string | null }> {
    const updatedAfter = since === undefined ? undefined : new Date(since);
    const { items, nextCursor } = await this.notes.page({
      ...{ isArchived: false, limit: pageSize, cursor },
      ...(notebookId && { notebookId }),
      ...(updatedAfter && { updatedAfter }),
    });
    const ids: string[] = [];
    const titles = await this.titles();
    for (const { json } of items) {
      await othersTurn();
      const note = await withLinks(json, titles, this.tasks);
      if (note) ids.push(note.id);
    }
    return { ids, next: nextCursor };
  }

  private async linked(id: string): Promise<LinkedNote | null> {
    return withLinks((await this.notes.read(id)).json, await this.titles(), this.tasks);
  }

  private async titles(): Promise<ReadonlyMap<string, string>> {
    const titles = await this.notes.titles(mostTitles);
    return new Map(titles.map(({ title, id }) => [title, id]));
  }
}
