import { once } from 'node:events';
import { TandemConnectionError } from '@tandem/client';
import stringWidth from 'fast-string-width';

export interface Form {
  json?: boolean;
  ndjson?: boolean;
  quiet?: boolean;
}

type Shown = Readonly<Record<string, unknown>>;

const columns = [
  ...['identifier', 'id', 'slug', 'provider', 'title', 'display_name', 'name', 'type', 'key', 'key_hint', 'state'],
  ...['status', 'role', 'scopes', 'priority', 'email', 'url', 'due_date', 'due_at', 'next_run_at', 'updated_at'],
  'created_at',
];
const maxColumns = 6;
const names = ['id', 'slug', 'provider', 'type', 'name', 'key'];

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** JSON lines if asked for, and for programs JSON; for people a table of a list and the fields of a record. */
export function show(value: unknown, { json, ndjson, quiet }: Form): void {
  const records = Array.isArray(value) ? (value as Shown[]) : [value as Shown];
  if (quiet) printLines(records.map(nameOf));
  else if (ndjson) printLines(records.map((record) => JSON.stringify(record)));
  else if (json || !process.stdout.isTTY) print(JSON.stringify(value, null, 2));
  else printLines(Array.isArray(value) ? tableOf(records) : fieldsOf(value as Shown));
}

/** Throws a `TandemConnectionError` if it breaks off. */
export async function pipe(body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>)
      if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  } catch (cause) {
    throw new TandemConnectionError('the response broke off', { cause });
  }
}

const printLines = (lines: readonly string[]) => lines.forEach(print);

export const nameOf = (record: Shown): string => cellOf(names.map((name) => record[name]).find(Boolean));

function tableOf(records: readonly Shown[]): string[] {
  const [first] = records;
  if (!first) return ['Nothing found.'];
  const { columns: screen = Infinity } = process.stdout;
  const maxCell = Math.min(50, Math.floor(screen / 2));
  const isNamed = records.every(({ identifier }) => identifier);
  const known = columns.filter((name) => name in first && !(name === 'id' && isNamed));
  const shown = (known.length ? known : Object.keys(first)).slice(0, maxColumns);
  const rows = [shown, ...records.map((record) => shown.map((name) => cut(cellOf(record[name]), maxCell)))];
  const widths = shown.map((_, at) => Math.max(...rows.map((row) => stringWidth(row[at]!))));
  // As many columns as the terminal has room for.
  let room = screen + 2;
  const fitting = widths.filter((width, at) => (room -= width + 2) >= 0 || at === 0).length;
  return rows.map((row) =>
    row
      .slice(0, fitting)
      .map((cell, at) => cell + ' '.repeat(widths[at]! - stringWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}

const cut = (cell: string, maxCell: number) => (cell.length > maxCell ? `${cell.slice(0, maxCell - 1)}…` : cell);

function fieldsOf(record: Shown): string[] {
  const fields = flat(record);
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}  ${cellOf(value)}`);
}

/** A field of a record within is `tenant.name`. */
function flat(record: Shown, prefix = ''): [string, unknown][] {
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length
      ? flat(value as Shown, `${prefix}${name}.`)
      : [[prefix + name, value]],
  );
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return plain(typeof value === 'string' ? value : JSON.stringify(value));
}

/** On one line: control characters in a record must not reach the terminal. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
