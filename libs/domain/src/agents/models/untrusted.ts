import { invisibleOutOfPlace } from '../../core/invisible-characters.js';
import { betweenMarks, marks } from '../../core/untrusted-data.js';

/** A person does not see them, a model does; the joiners, which spell words too, can carry a message as well. */
const unseen = new RegExp(String.raw`${invisibleOutOfPlace}|[\u200C\u200D]`, 'gu');
const shownBytes = 48 * 1024;

export const visible = (text: string) => text.replace(unseen, '');

/** Data that others wrote, between marks: of bounded length, and without what a person would not see. */
export const marked = (value: unknown): string =>
  betweenMarks(cut(visible(typeof value === 'string' ? value : inOneOrder(value ?? null))));

/** The value with the same marks in every attempt, so that attempts can be compared. */
export const withoutMarks = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(marks, 'untrusted-data'));

/** JSON with the fields of objects in the order of their names: PostgreSQL does not keep the order they came in. */
const inOneOrder = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= shownBytes) return text;
  return `${new TextDecoder().decode(bytes.subarray(0, shownBytes), { stream: true })}\n… (cut: the whole has ${bytes.length} bytes)`;
}
