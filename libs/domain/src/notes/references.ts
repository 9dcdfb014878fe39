import { createHash } from 'node:crypto';
import { type ChannelType, isPhone } from '../contacts/channel-types.js';
import { normaliseChannel } from '../contacts/normalise-channel.js';
import { caseFolded } from '../core/case-folding.js';
import type { LinkableType } from '../core/vocabulary.js';

/** A reference is kept as text in a normal form. So a note may refer to a name before there is a record of that name. */

const maxPlainTitleLength = 500;

/** A record by its id: `task:0199…`. */
export const recordReference = (type: LinkableType, id: string) => `${type}:${id.toLowerCase()}`;

/** A task by its present or a former identifier: `key:WEB-12`. */
export const keyReference = (identifier: string) => `key:${identifier.toUpperCase()}`;

/** A note by its title in any letter case: `title:meeting of monday`. A long title is hashed to fit an index. */
export function titleReference(title: string): string {
  const plain = caseFolded(title).trim().replace(/\s+/g, ' ');
  return plain.length <= maxPlainTitleLength
    ? `title:${plain}`
    : `title#${createHash('sha256').update(plain).digest('hex')}`;
}

/** By what a note may call a record besides its id: a title, the key of a task, the id of a contact, or a channel of one. */
export type NameForm = 'title' | 'key' | 'contact' | ChannelType;

/** A record by such a name; undefined for what is none. `country` (ISO 3166) is that of telephone numbers without a country code. */
export function nameReference(form: NameForm, name: string, country: string | null): string | undefined {
  if (form === 'title') return titleReference(name);
  if (form === 'key') return keyReference(name);
  if (form === 'contact') return recordReference(form, name);
  const normal = normaliseChannel(form, name, country);
  if (form === 'email') return normal && `mailto:${normal}`;
  return isPhone(form) ? normal && `tel:${normal}` : undefined;
}
