import { randomBytes } from 'node:crypto';

export const marks = /untrusted-data-[0-9a-f]{16}/g;

/** Wraps text by others for a model; the random mark prevents the text from closing it. */
export function betweenMarks(text: string): string {
  const name = `untrusted-data-${randomBytes(8).toString('hex')}`;
  return `<${name}>\n${text}\n</${name}>`;
}
