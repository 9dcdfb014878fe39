import type { Note } from '../../notes/note.js';
import { Mentions, maxLinks } from '../../notes/unlinked-mentions.js';
import type { Tasks } from '../../tasks/tasks.port.js';

export interface LinkedNote {
  id: string;
  title: string;
  body: string;
  updated_at: string;
  links: string[];
}

const maxBytes = 256 * 1024;

/** Null when there is nothing to link. Skips private projects: a link would reveal the task to readers of the note. */
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
