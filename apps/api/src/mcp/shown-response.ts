import { invisibleOutOfPlace } from '@tandem/domain/core/invisible-characters';
import { fieldsOf } from '@tandem/platform/inputs/inputs';
import type { Tool } from './tools.js';

export interface Shown {
  value: Json;
  missing?: number;
}

/** A page that is too long: read it again with `rows` rows, to get the cursor after them. */
export class TooLong {
  constructor(readonly rows: number) {}
}

type Json = Record<string, unknown>;
interface Width {
  text: number;
  json: number;
}

/** In bytes, without the text around it. */
export const maxBytes = 47.5 * 1024;
const inLists: readonly Width[] = [
  { text: 500, json: 8000 },
  { text: 100, json: 200 },
];
const inRecord: Width = { text: 24_000, json: 24_000 };
/** Shorter texts of a record are never cut. */
const uncutLength = 2000;

/** Cuts a response to what a model can read at once: long texts in rows; texts from `offset` in a record. */
export function shownOf({ route: { response, input } }: Tool, body: string, offset: number): Shown | TooLong {
  const value = JSON.parse(body || '{}') as unknown;
  if (Array.isArray(value)) return shownRows({ data: value as Json[] }, false);
  const isContinued = fieldsOf(input).has('limit');
  return response.shape === 'page'
    ? shownRows(value as Page, isContinued)
    : { value: shownRecord(value as Json, offset) };
}

interface Page {
  data: Json[];
}

function shownRows(page: Page, isContinued: boolean): Shown | TooLong {
  const { data } = page;
  for (const width of inLists) {
    const rows = data.map((row) => narrowed(row, width, 0));
    const fitting = countFitting(
      rows.map(({ value }) => value),
      maxBytes - 1000,
    );
    if (fitting === 0 && data.length) continue;
    if (fitting < data.length && isContinued) return new TooLong(fitting);
    const truncated = [...new Set(rows.slice(0, fitting).flatMap((row) => Object.keys(row.truncated)))];
    const value = { ...page, data: rows.slice(0, fitting).map((row) => row.value) };
    return {
      value: truncated.length ? { ...value, truncated } : value,
      ...(fitting < data.length && { missing: data.length - fitting }),
    };
  }
  return { value: { ...page, data: [] }, missing: data.length };
}

function countFitting(rows: readonly Json[], max: number): number {
  let left = max;
  const over = rows.findIndex((row) => (left -= bytesOf(row) + 1) < 0);
  return over < 0 ? rows.length : over;
}

function shownRecord(record: Json, offset: number): Json {
  const width = { ...inRecord };
  for (;;) {
    const { value, truncated } = narrowed(record, width, offset);
    const shown = Object.keys(truncated).length ? { ...value, truncated } : value;
    if (bytesOf(shown) <= maxBytes || (width.text <= uncutLength && width.json === 0)) return shown;
    if (width.text > uncutLength) width.text = Math.max(uncutLength, Math.floor(width.text * 0.8));
    else width.json = width.json > 100 ? Math.floor(width.json / 2) : 0;
  }
}

interface Range {
  from: number;
  to: number;
  of: number;
}

/** Cuts long texts and empties large objects and arrays; `truncated` names them. */
function narrowed(record: Json, width: Width, offset: number): { value: Json; truncated: Record<string, Range> } {
  const truncated: Record<string, Range> = {};
  const show = ([name, value]: [string, unknown]): [string, unknown] => {
    if (typeof value === 'string' && (value.length > width.text || (offset > 0 && value.length > uncutLength))) {
      const range = rangeIn(value, offset, width.text);
      truncated[name] = range;
      return [name, value.slice(range.from, range.to)];
    }
    if (typeof value !== 'object' || value === null) return [name, value];
    const { length } = JSON.stringify(value);
    if (length <= width.json) return [name, value];
    truncated[name] = { from: 0, to: 0, of: length };
    return [name, Array.isArray(value) ? [] : {}];
  };
  return { value: Object.fromEntries(Object.entries(record).map(show)), truncated };
}

/** Never splits a surrogate pair. */
function rangeIn(text: string, offset: number, length: number): Range {
  const from = betweenCharacters(text, Math.min(offset, text.length));
  return { from, to: betweenCharacters(text, Math.min(from + length, text.length)), of: text.length };
}

function betweenCharacters(text: string, at: number): number {
  const isInside = /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1));
  return isInside ? at - 1 : at;
}

/** Invisible characters and changes of writing direction could hide words; the rest could imitate our marks. */
const hidden = new RegExp(
  String.raw`${invisibleOutOfPlace}|(?![\u200C\u200D])[\p{Cf}\p{Zl}\p{Zp}\x7F-\x9F]|<(?=\/?untrusted)`,
  'giu',
);

const escaped = (value: unknown, escape: string): string =>
  JSON.stringify(value).replace(hidden, (text) =>
    text
      .split('')
      .map((unit) => `${escape}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** Compact JSON with invisible characters escaped. */
export const textOf = (value: unknown): string => escaped(value, '\\u');

/** Spells out invisible characters in the value's texts, as `textOf` does. */
export const visible = <T>(value: T): T => JSON.parse(escaped(value, '\\\\u')) as T;

const bytesOf = (value: unknown) => Buffer.byteLength(textOf(value));
