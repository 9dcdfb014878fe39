import type { Field } from '@tandem/client/operations';
import { InvalidArgumentError, Option } from 'commander';

const maxListed = 12;

/** Represents null: Commander treats a parsed null as an option given without a value. */
export const cleared = Symbol('null');

export const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');

/** `--due-date <value>`, of a list once for each item; a credential is asked for. */
export function optionOf(field: Field): Option {
  if (field.secret) return new Option(`--${kebab(field.name)}`, `${field.description} Asked for, and not shown.`);
  return valueOption(field);
}

function valueOption(field: Field): Option {
  const { name, type, required, description = '', enum: values = [] } = field;
  const among = values.length && values.length <= maxListed ? ` One of ${values.join(', ')}.` : '';
  const needed = required ? ' Required.' : '';
  const flag = `--${kebab(name)}`;
  if (type === 'boolean')
    return new Option(`${flag} [boolean]`, description + needed)
      .preset('true')
      .argParser((text) => (text === 'null' && field.nullable ? cleared : booleanOf(text)));
  const option = new Option(
    `${flag} <${type === 'array' ? (field.items ?? 'value') : type}>`,
    description + among + needed,
  );
  if (type !== 'array') return option.argParser((text) => valueOf(text, field, field.type) ?? cleared);
  const items = (text: string): unknown[] =>
    text.startsWith('[') ? (jsonOf(text) as unknown[]) : [valueOf(text, field, field.items ?? 'json')];
  return option.argParser((text, former: unknown[] | undefined) => [...(former ?? []), ...items(text)]);
}

function booleanOf(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}

function valueOf(text: string, { nullable }: Field, type: Field['type']): unknown {
  if (text === 'null' && nullable) return null;
  if (type === 'string') return text;
  if (type === 'integer' || type === 'number') return numberOf(text);
  // A bare word is a string where any JSON value may be.
  return type === 'json' && /^[^[{"\d\s-]/.test(text) && !/^(true|false|null)$/.test(text) ? text : jsonOf(text);
}

export function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}
