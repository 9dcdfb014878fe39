import { createHash } from 'node:crypto';
import { normaliseEmail } from '../contacts/normalise-email.js';
import { normalisePhone } from '../contacts/normalise-phone.js';
import type { LinkableType } from '../core/vocabulary.js';

/** A reference is kept as text in a normal form. So a note may refer to a name before there is a record of that name. */

const longestPlainTitle = 500;

/** A record by its id: `task:0199…`. */
export const recordReference = (type: LinkableType, id: string) => `${type}:${id.toLowerCase()}`;

/** A task by its present or a former identifier: `key:WEB-12`. */
export const keyReference = (identifier: string) => `key:${identifier.toUpperCase()}`;

/** A note by its title in any letter case: `title:meeting of monday`. A long title is hashed to fit an index. */
export function titleReference(title: string): string {
  const plain = title.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
  return plain.length <= longestPlainTitle
    ? `title:${plain}`
    : `title#${createHash('sha256').update(plain).digest('hex')}`;
}

/** A contact by an e-mail address; undefined for what is no address. */
export function mailReference(address: string): string | undefined {
  const normal = normaliseEmail(address);
  return normal && `mailto:${normal}`;
}

/** A contact by a telephone number; one without a country code is of `country` (ISO 3166). */
export function phoneReference(number: string, country: string | null): string | undefined {
  const normal = normalisePhone(number, country);
  return normal && `tel:${normal}`;
}
