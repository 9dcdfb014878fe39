import { invisibleOutOfPlace } from '../../core/invisible-characters.js';
import { betweenMarks, marks } from '../../core/untrusted-data.js';

/** Invisible to people but not to models; joiners have legitimate uses but can also encode a message. */
const invisibleToPeople = new RegExp(String.raw`${invisibleOutOfPlace}|[\u200C\u200D]`, 'gu');
const shownBytes = 48 * 1024;

export const visible = (text: string) => text.replace(invisibleToPeople, '');

/** Wraps data by others for a model, limited in length and without invisible characters. */
export const marked = (value: unknown): string =>
  betweenMarks(cut(visible(typeof value === 'string' ? value : withSortedKeys(value ?? null))));

/** Replaces the random marks, so that attempts can be compared. */
export const withoutMarks = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(marks, 'untrusted-data'));

/** JSON with sorted keys, since PostgreSQL does not preserve their order. */
const withSortedKeys = (value: unknown): string =>
  JSON.stringify(value, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  });

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= shownBytes) return text;
  const beginning = new TextDecoder().decode(bytes.subarray(0, shownBytes), { stream: true });
  return `${beginning}\n… (cut: the whole has ${bytes.length} bytes)`;
}
