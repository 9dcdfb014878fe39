import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { LinkableType } from '../core/linkable.js';

/** References are kept as text in one normal form each; equal forms are equal references, and a name resolves when its bearer appears. */

const longestPlainTitle = 500;

/** A record by its id: `task:0199…`. */
export const recordReference = (type: LinkableType, id: string) => `${type}:${id.toLowerCase()}`;

/** A task by its present or a former identifier: `key:WEB-12`. */
export const keyReference = (identifier: string) => `key:${identifier.toUpperCase()}`;

/** A note by its title, in any letter case and with any blanks: `title:meeting of monday`. Very long ones by their digest, to fit an index. */
export function titleReference(title: string): string {
  const plain = title.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
  return plain.length <= longestPlainTitle
    ? `title:${plain}`
    : `title#${createHash('sha256').update(plain).digest('hex')}`;
}

/** A contact by an e-mail address, in the form a channel keeps it in; undefined when it is none. */
export function mailReference(address: string): string | undefined {
  const [, local, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(address.trim().normalize('NFC').toLowerCase()) ?? [];
  const ascii = domain && domainToASCII(domain);
  return ascii ? `mailto:${local}@${ascii}`.slice(0, longestPlainTitle) : undefined;
}

/** A contact by a phone number (RFC 3966): digits, and the plus of a global one. */
export function phoneReference(number: string): string | undefined {
  const digits = number.split(';')[0]!.replace(/[\s().-]/g, '');
  return /^\+?\d{3,20}$/.test(digits) ? `tel:${digits}` : undefined;
}
