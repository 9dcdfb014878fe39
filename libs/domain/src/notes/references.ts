import { createHash } from 'node:crypto';
import { type ChannelType, isPhone } from '../contacts/channel-types.js';
import { normaliseChannel } from '../contacts/normalise-channel.js';
import { caseFolded } from '../core/case-folding.js';
import type { LinkableType } from '../core/vocabulary.js';

/** References are stored as normalized text, so that a note can refer to a name before a record has it. */

const maxPlainTitleLength = 500;

/** By id: `task:0199…`. */
export const recordReference = (type: LinkableType, id: string) => `${type}:${id.toLowerCase()}`;

/** By a current or former identifier of a task: `key:WEB-12`. */
export const keyReference = (identifier: string) => `key:${identifier.toUpperCase()}`;

/** By a note's title in any letter case: `title:meeting of monday`. A long title is hashed to fit an index. */
export function titleReference(title: string): string {
  const plain = caseFolded(title).trim().replace(/\s+/g, ' ');
  return plain.length <= maxPlainTitleLength
    ? `title:${plain}`
    : `title#${createHash('sha256').update(plain).digest('hex')}`;
}

export type NameForm = 'title' | 'key' | 'contact' | ChannelType;

/** Undefined for an invalid name. `country` (ISO 3166) applies to phone numbers without a country code. */
export function nameReference(form: NameForm, name: string, country: string | null): string | undefined {
  if (form === 'title') return titleReference(name);
  if (form === 'key') return keyReference(name);
  if (form === 'contact') return recordReference(form, name);
  const normal = normaliseChannel(form, name, country);
  if (form === 'email') return normal && `mailto:${normal}`;
  return isPhone(form) ? normal && `tel:${normal}` : undefined;
}
