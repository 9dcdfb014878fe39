import { isAscii, isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Finding } from '@tandem/domain/core/errors';
import { checkValues, inBody, tooLargeNumber } from '@tandem/platform/inputs/inputs-parse';
import { badRequest } from '../http-problem.js';

const maxDepth = 32;
const maxValues = 10_000;

/** Refuses JSON that is too large or too deep before parsing it. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw badRequest('malformed_json', 'The body is not text in UTF-8.');
  const { values, depth, maxNumberLength, changed } = countJson(bytes, { values: maxValues, depth: maxDepth });
  if (values > maxValues) throw badRequest('json_too_large', `JSON may hold at most ${maxValues} values.`);
  if (depth > maxDepth) throw badRequest('json_too_deep', `JSON may be nested at most ${maxDepth} deep.`);
  if (maxNumberLength > maxNumberTextLength) throw tooLargeNumber();
  const value = parsed(bytes);
  checkValues(value);
  const findings = changed.length ? changedNumbers(bytes, changed) : [];
  if (findings.length) throw badRequest('invalid_number', findings[0]!.detail, findings);
  return value;
}

/** Faults of integers that would not be stored as sent; an integer that a duplicate member overwrites is ignored. */
function changedNumbers(bytes: Buffer, spans: readonly Span[]): Finding[] {
  const mark = randomUUID();
  const parts: Buffer[] = [];
  let from = 0;
  for (const [start, end] of spans) {
    parts.push(bytes.subarray(from, start), Buffer.from(`"${mark}`), bytes.subarray(start, end), Buffer.from('"'));
    from = end;
  }
  const marked = Buffer.concat([...parts, bytes.subarray(from)]);
  const pointers = [...markedIn(parsed(marked), mark, '')];
  return pointers.map(({ pointer, digits }) => ({
    pointer,
    code: 'invalid_number',
    detail: `${digits} is an integer that JSON implementations change; send it as a text.`,
  }));
}

function* markedIn(value: unknown, mark: string, pointer: string): Generator<{ pointer: string; digits: string }> {
  if (typeof value === 'string' && value.startsWith(mark)) yield { pointer, digits: value.slice(mark.length) };
  if (value === null || typeof value !== 'object') return;
  for (const [name, inner] of Object.entries(value)) yield* markedIn(inner, mark, inBody(pointer)(name).pointer!);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(isAscii(bytes) ? bytes.toString('latin1') : bytes.toString().replace(/^\uFEFF/, ''));
  } catch {
    throw badRequest('malformed_json', 'The body is not JSON: check quotes, commas and brackets.');
  }
}

interface JsonCount {
  /** Values of every kind, containers included, names of members not. */
  values: number;
  depth: number;
  maxNumberLength: number;
  /** Integers whose digits a double does not keep: the first hundred. */
  changed: Span[];
}

/** Offsets in bytes; the end is exclusive. */
type Span = readonly [start: number, end: number];

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openings = new Set([0x5b, 0x7b]);
const closings = new Set([0x5d, 0x7d]);
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isNumberByte = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65;

/** Stops above a limit. Exact for well-formed JSON, duplicate members included; JSON.parse rejects other texts. */
export function countJson(bytes: Buffer, max: Pick<JsonCount, 'values' | 'depth'>): JsonCount {
  const count: JsonCount = { values: 1, depth: 0, maxNumberLength: 0, changed: [] };
  const isWithin = () => count.values <= max.values && count.depth <= max.depth;
  let open = 0;
  let hasJustOpened = false;
  for (let at = 0; at < bytes.length && isWithin(); at++) {
    const byte = bytes[at]!;
    if (isSpace(byte)) continue;
    if (closings.has(byte)) open--;
    else if (hasJustOpened || byte === comma) count.values++;
    hasJustOpened = openings.has(byte);
    if (hasJustOpened) count.depth = Math.max(count.depth, ++open);
    const end = endOfScalar(bytes, at);
    if (byte !== quote) noteNumber(count, bytes, [at, end + 1]);
    at = end;
  }
  return count;
}

const maxChanged = 100;
/** A double keeps every integer of up to this many characters. */
const safeLength = 15;

function noteNumber(count: JsonCount, bytes: Buffer, span: Span): void {
  const length = span[1] - span[0];
  count.maxNumberLength = Math.max(count.maxNumberLength, length);
  if (length <= safeLength || length > maxNumberTextLength || count.changed.length >= maxChanged) return;
  if (!keepsDigits(bytes.toString('latin1', ...span))) count.changed.push(span);
}

/** No two doubles need more digits than about 770 to be told apart. */
const maxNumberTextLength = 1000;

/** True for texts that are no integers. */
function keepsDigits(text: string): boolean {
  const sent = decimalOf(text);
  if (!sent || sent.power < 0) return true;
  const rounded = decimalOf(String(Number(text)));
  return sent.digits === rounded?.digits && sent.power === rounded.power;
}

/** Significant digits, and the power of ten of the last one; undefined for zero and for texts that are no numbers. */
function decimalOf(text: string): { digits: string; power: number } | undefined {
  const [, integer = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const [, digits, zeros] = /^0*(\d*[1-9])(0*)$/.exec(integer + fraction) ?? [];
  return digits ? { digits, power: Number(exponent) - fraction.length + zeros!.length } : undefined;
}

/** Offset of the last byte of the string or number at `start`; otherwise `start`. */
function endOfScalar(bytes: Buffer, start: number): number {
  if (bytes[start] === quote) return endOfString(bytes, start);
  let end = start;
  if (isNumberByte(bytes[start]!)) while (isNumberByte(bytes[end + 1]!)) end++;
  return end;
}

function endOfString(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at++;
    else if (bytes[at] === quote) return at;
  }
  return bytes.length;
}
