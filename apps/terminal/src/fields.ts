import type { Field } from '@tandem/client/operations';
import { InvalidArgumentError, Option } from 'commander';

const maxListed = 12;

export const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');

/** `--due-date <value>`; of a list once for each item. */
export function optionOf(field: Field): Option {
  const { name, type, required, description = '', enum: values = [] } = field;
  const among = values.length && values.length <= maxListed ? ` One of ${values.join(', ')}.` : '';
  const needed = required ? ' Required.' : '';
  const flag = `--${kebab(name)}`;
  if (type === 'boolean')
    return new Option(`${flag} [boolean]`, description + needed).preset('true').argParser(booleanOf);
  const option = new Option(
    `${flag} <${type === 'array' ? (field.items ?? 'value') : type}>`,
    description + among + needed,
  );
  if (type !== 'array') return option.argParser((text) => valueOf(text, field, field.type));
  const item = (text: string) => valueOf(text, field, field.items ?? 'json');
  return option.argParser((text, former: unknown[] | undefined) => [...(former ?? []), item(text)]);
}

function booleanOf(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It is true or false.');
  return text === 'true';
}

function valueOf(text: string, { nullable, format, enum: values }: Field, type: Field['type']): unknown {
  // A free text may be the word itself.
  if (text === 'null' && nullable && (type !== 'string' || format || values)) return null;
  if (type === 'string') return text;
  if (type === 'integer' || type === 'number') return numberOf(text);
  return jsonOf(text, type === 'json');
}

function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It is a number.');
  return number;
}

/** A bare word is a string where any JSON value may be. */
function jsonOf(text: string, mayBeText: boolean): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (mayBeText) return text;
    throw new InvalidArgumentError('It is JSON.');
  }
}
