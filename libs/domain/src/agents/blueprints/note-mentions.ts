import type { Note } from '../../notes/note.js';
import { Mentions, maxLinks } from '../../notes/unlinked-mentions.js';
import type { Tasks } from '../../tasks/tasks.port.js';

/** A note with its mentions made links, as the journal of a run keeps it. */
export interface LinkedNote {
  id: string;
  title: string;
  body: string;
  updated_at: string;
  links: string[];
}

/** Longer notes are passed over. */
const maxBytes = 256 * 1024;

/**
 * The note with links to notes of these titles and to tasks; null where there is nothing to link. A link says that a task exists, so
 * keys of private projects get none: readers of the note need not be readers of the project.
 */
export async function withLinks(
  { id, title, body, updatedAt }: Note,
  titles: ReadonlyMap<string, string>,
  tasks: Pick<Tasks, 'pick'>,
): Promise<LinkedNote | null> {
  if (Buffer.byteLength(body) > maxBytes) return null;
  const mentions = new Mentions(body, id);
  const identifiers = mentions.keys;
  const found = identifiers.length
    ? await tasks.pick(['id', 'identifier'], { identifiers, includeSnoozed: true, isPublic: true }, maxLinks)
    : [];
  const made = mentions.link({ titles, keys: new Map(found.map((task) => [task.identifier!, task.id])) });
  if (made.names.length === 0) return null;
  return { id, title, body: made.body, updated_at: updatedAt.toISOString(), links: made.names };
}
