import { needing } from '../../core/use-case.js';
import { Blueprint, type RunContext } from '../blueprint.js';
import { OperationRefused } from '../runs/operation-refused.js';
import { type LinkedNote, NoteMentions } from './note-mentions.service.js';
import { limit, more, skipped, text, uuid } from './schemas.js';

interface Input {
  note_id?: string;
  notebook_id?: string;
  since?: string;
  limit?: number;
}

const mostPages = 25;
/** How many notes a run changes where its input does not say. */
const usual = 20;
/** Of bodies: they stand in the journal three times. */
const mostBytes = 4 * 1024 * 1024;

/** Makes links of what notes mention without a link: titles of other notes and keys of tasks. */
export class NoteLinker extends needing({ mentions: NoteMentions }, Blueprint) {
  readonly slug = 'note-linker';
  readonly title = 'Make links of titles of notes and keys of tasks that notes mention';
  readonly inputSchema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      note_id: { ...uuid, description: 'Only this note.' },
      notebook_id: { ...uuid, description: 'Only notes of this notebook.' },
      since: {
        ...{ type: 'string', format: 'date-time' },
        description: 'Only notes changed since, such as {{last_succeeded_at}} in a schedule.',
      },
      limit: limit('How many notes one run changes.', usual, 50),
    },
  };
  readonly outputSchema = {
    type: 'object',
    required: ['linked', 'skipped', 'more'],
    properties: {
      linked: {
        type: 'array',
        items: {
          type: 'object',
          required: ['note_id', 'title', 'links'],
          properties: { note_id: uuid, title: text, links: { type: 'array', items: text } },
        },
      },
      skipped: { ...skipped, description: `${skipped.description} Or since somebody changed the note meanwhile.` },
      more,
    },
  };
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
  private async find({ input, step }: RunContext<Input>): Promise<{ ids: string[]; more: boolean }> {
    if (input.note_id !== undefined) return { ids: [input.note_id], more: false };
    const ids: string[] = [];
    let cursor: string | undefined;
    for (let page = 1; page <= mostPages && ids.length <= (input.limit ?? usual); page++) {
      const read = await step(`read page ${page}`, () => this.mentions.page(input, cursor));
      ids.push(...read.ids);
      cursor = read.next ?? undefined;
      if (cursor === undefined) return { ids, more: false };
    }
    return { ids, more: true };
  }

  /** Null where there is nothing to link any more, or the change was refused. */
  private async write({ step, act }: RunContext<Input>, note: string, place: number): Promise<LinkedNote | null> {
    const made = await step(`link note ${place}`, () => this.mentions.linked(note));
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
}
