import { Mentions, mostLinks } from '../../notes/unlinked-mentions.js';
import type { Tasks } from '../../tasks/tasks.port.js';

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

/** Longer notes are passed over. */
const mostBytes = 256 * 1024;

/** The note, given as its view shows it, with links to notes of these titles and to tasks; null where there is nothing to link. */
export async function withLinks(
  json: string,
  titles: ReadonlyMap<string, string>,
  tasks: Pick<Tasks, 'pick'>,
): Promise<LinkedNote | null> {
  if (Buffer.byteLength(json) > mostBytes) return null;
  const { id, title, body, updated_at } = JSON.parse(json) as ListedNote;
  const mentions = new Mentions(body, id);
  const identifiers = mentions.keys;
  const found = identifiers.length
    ? await tasks.pick(['id', 'identifier'], { identifiers, includeSnoozed: true }, mostLinks)
    : [];
  const made = mentions.link({ titles, keys: new Map(found.map((task) => [task.identifier!, task.id])) });
  return made.names.length === 0 ? null : { id, title, body: made.body, updated_at, links: made.names };
}
