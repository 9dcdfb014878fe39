import type { Note } from '../../notes/note.js';
import { Mentions, maxLinks } from '../../notes/unlinked-mentions.js';
import type { Tasks } from '../../tasks/tasks.port.js';

/** A note with its mentions linked, as recorded in the journal of a run. */
export interface LinkedNote {
  id: string;
  title: string;
  body: string;
  updated_at: string;
  links: string[];
}

/** Longer notes are skipped. */
const maxBytes = 256 * 1024;

/**
 * Links titles of notes and keys of tasks; null when there is nothing to link. Keys of private projects are not linked:
 * a link reveals that a task exists to readers of the note who may not see the project.
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
  const linked = mentions.link({ titles, keys: new Map(found.map((task) => [task.identifier!, task.id])) });
  if (linked.names.length === 0) return null;
  return { id, title, body: linked.body, updated_at: updatedAt.toISOString(), links: linked.names };
}
