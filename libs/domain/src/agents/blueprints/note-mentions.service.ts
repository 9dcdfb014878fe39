import { setImmediate as othersTurn } from 'node:timers/promises';
import { needing } from '../../core/use-case.js';
import { Notes } from '../../notes/notes.port.js';
import { Mentions } from '../../notes/unlinked-mentions.js';
import { Tasks } from '../../tasks/tasks.port.js';

interface ListedNote {
  id: string;
  title: string;
  body: string;
  updated_at: string;
}

/** A note with its mentions made links. */
export interface LinkedNote extends ListedNote {
  links: string[];
}

const pageSize = 20;
const mostTitles = 5000;
/** A body stands three times in the journal: as it was made, asked for and answered. */
const mostNoteBytes = 256 * 1024;

/** Finds what notes mention without a link: titles of the notes changed last, and keys of tasks. */
export class NoteMentions extends needing({ notes: Notes, tasks: Tasks }) {
  /** Ids of the notes of a page that mention something. Long ones are passed over. */
  async page(
    { notebook_id: notebookId, since }: { notebook_id?: string; since?: string },
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
      if (Buffer.byteLength(json) > mostNoteBytes) continue;
      const note = JSON.parse(json) as ListedNote;
      if ((await this.linksOf(note, titles)).names.length > 0) ids.push(note.id);
    }
    return { ids, next: nextCursor };
  }

  /** The note as it is to be; null where there is nothing to link. */
  async linked(noteId: string): Promise<LinkedNote | null> {
    const { json } = await this.notes.read(noteId);
    if (Buffer.byteLength(json) > mostNoteBytes) return null;
    const note = JSON.parse(json) as ListedNote;
    const { body, names } = await this.linksOf(note, await this.titles());
    return names.length === 0
      ? null
      : { id: noteId, title: note.title, body, updated_at: note.updated_at, links: names };
  }

  private async linksOf(note: ListedNote, titles: ReadonlyMap<string, string>) {
    const mentions = new Mentions(note.body, note.id);
    const identifiers = mentions.keys;
    const filters = { identifiers, includeSnoozed: true, limit: 100 };
    const tasks = identifiers.length ? (await this.tasks.page(filters)).items : [];
    const found = tasks.map(({ json }) => JSON.parse(json) as { id: string; identifier: string });
    return mentions.link({ titles, keys: new Map(found.map(({ identifier, id: task }) => [identifier, task])) });
  }

  private async titles(): Promise<ReadonlyMap<string, string>> {
    const titles = await this.notes.titles(mostTitles);
    return new Map(titles.map((note) => [note.title, note.id]));
  }
}
