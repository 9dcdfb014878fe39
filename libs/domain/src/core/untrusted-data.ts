import { randomBytes } from 'node:crypto';

/** What marks are called. */
export const marks = /untrusted-data-[0-9a-f]{16}/g;

/** What others wrote, for a model to read: between marks that nobody can know beforehand and so close within it. */
export function betweenMarks(text: string): string {
  const name = `untrusted-data-${randomBytes(8).toString('hex')}`;
  return `<${name}>\n${text}\n</${name}>`;
}
