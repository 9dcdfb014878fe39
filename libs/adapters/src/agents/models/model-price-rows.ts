import { readFileSync } from 'node:fs';
import { made } from '@tandem/platform/settings/setting-kinds';

/** Prices in USD per million tokens. */
export interface ModelPriceRow {
  provider: string;
  model: string;
  input: number;
  /** Defaults to `input`. */
  cached_input: number;
  output: number;
  max_output: number;
}

type Test = readonly [isValid: (value: unknown) => boolean, form: string];

const nonEmptyText: Test = [(value) => typeof value === 'string' && value.trim() !== '', 'a text'];
const price: Test = [
  (value) => typeof value === 'number' && value >= 0 && value <= 100_000,
  'a number of USD, 0 or more',
];
const count: Test = [(value) => Number.isSafeInteger(value) && (value as number) > 0, 'a whole number above 0'];
const fields: Record<keyof ModelPriceRow, Test> = {
  provider: nonEmptyText,
  model: nonEmptyText,
  input: price,
  cached_input: price,
  output: price,
  max_output: count,
};

/** Throws an error whose message is one line that names the first fault. */
export function modelPriceRows(text: string): ModelPriceRow[] {
  const rows = JSON.parse(text) as unknown;
  if (!Array.isArray(rows)) throw new Error('is no JSON array of prices');
  return rows.map((row, index) => checked(row, index + 1));
}

function checked(row: unknown, index: number): ModelPriceRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new Error(`row ${index} is no object`);
  const given = row as Partial<ModelPriceRow>;
  const complete: Record<string, unknown> = { ...given, cached_input: given.cached_input ?? given.input };
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined)
    throw new Error(`row ${index} has the field ${unknown}; there are ${Object.keys(fields).join(', ')}`);
  for (const [name, [isValid, form]] of Object.entries(fields))
    if (!isValid(complete[name])) throw new Error(`row ${index}: ${name} must be ${form}`);
  return complete as unknown as ModelPriceRow;
}

export const priceFile = made((path) => {
  try {
    return modelPriceRows(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message.replaceAll('\n', ' ')}`);
  }
});
