import { isUtf8 } from 'node:buffer';
import { checkValues, tooLargeNumber } from '@tandem/platform/inputs/free-values';
import { countJson } from './count-json.js';
import { badRequest } from '../http-problem.js';

const deepest = 32;
const mostValues = 10_000;

/** Parses the bytes of a body; JSON that is too large or too deep to work with is refused before it is parsed. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw badRequest('malformed_json', 'The body is not text in UTF-8.');
  const { values, depth, longestNumber } = countJson(bytes, { values: mostValues, depth: deepest });
  if (values > mostValues) throw badRequest('json_too_large', `JSON may hold at most ${mostValues} values.`);
  if (depth > deepest) throw badRequest('json_too_deep', `JSON may be nested at most ${deepest} deep.`);
  if (longestNumber > longestNumberText) throw tooLargeNumber();
  const value = parsed(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  checkValues(value);
  return value;
}

/** Longer than any number that differs from its neighbours: about 770 digits say all of a double. */
const longestNumberText = 1000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('malformed_json', 'The body is not JSON: check quotes, commas and brackets.');
  }
}
