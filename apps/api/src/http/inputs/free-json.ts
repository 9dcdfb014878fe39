import { isAscii, isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Finding } from '@tandem/domain/core/errors';
import { checkValues, tooLargeNumber } from '@tandem/platform/inputs/free-values';
import { inBody } from '@tandem/platform/inputs/inputs-parse';
import { countJson, maxNumberTextLength, type Span } from './count-json.js';
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
