import { readFileSync } from 'node:fs';
import { made } from '@tandem/platform/settings/setting-kinds';

/** What a model costs, in USD a million tokens. */
export interface ModelPriceRow {
  /** Such as `openai`. */
  provider: string;
  /** The provider's name for it; one with `*` at its end is for all models whose names begin so. */
  model: string;
  input: number;
  /** For input that the provider still had from an earlier call; the same as `input` where it is not given. */
  cached_input: number;
  output: number;
  /** The most tokens that an answer of the model can have. */
  max_output: number;
}

type Test = readonly [holds: (value: unknown) => boolean, form: string];

const words: Test = [(value) => typeof value === 'string' && value.trim() !== '', 'a text'];
const price: Test = [
  (value) => typeof value === 'number' && value >= 0 && value <= 100_000,
  'a number of USD, 0 or more',
];
const count: Test = [(value) => Number.isSafeInteger(value) && (value as number) > 0, 'a whole number above 0'];
const fields: Record<keyof ModelPriceRow, Test> = {
  provider: words,
  model: words,
  input: price,
  cached_input: price,
  output: price,
  max_output: count,
};

/** The rows of a JSON array. Throws a single line that names its first fault. */
export function modelPriceRows(text: string): ModelPriceRow[] {
  const rows = JSON.parse(text) as unknown;
  if (!Array.isArray(rows)) throw new Error('is no JSON array of prices');
  return rows.map((row, place) => checked(row, place + 1));
}

function checked(row: unknown, place: number): ModelPriceRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new Error(`row ${place} is no object`);
  const given = row as Partial<ModelPriceRow>;
  const whole: Record<string, unknown> = { ...given, cached_input: given.cached_input ?? given.input };
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined)
    throw new Error(`row ${place} has the field ${unknown}; there are ${Object.keys(fields).join(', ')}`);
  for (const [name, [holds, form]] of Object.entries(fields))
    if (!holds(whole[name])) throw new Error(`row ${place}: ${name} must be ${form}`);
  return whole as unknown as ModelPriceRow;
}

/** A setting that names a file with such rows. */
export const priceFile = made((path) => {
  try {
    return modelPriceRows(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message.replaceAll('\n', ' ')}`);
  }
});
