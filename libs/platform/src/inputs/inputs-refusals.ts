import { type Field, fieldsOf, type Description } from './inputs-fields.js';
import { nearest } from './nearest.js';
import { absentDay } from './times.js';

const maxQuoted = 5;
const maxQuoteLength = 60;
const dayFormats: unknown[] = ['date', 'date-time'];

type At = { pointer?: string };

const byCode: Record<string, (field: Field, value: unknown) => string> = {
  required: (field) => `${field.wire} is required: ${formOf(field)}.`,
  not_nullable: (field) => `${field.wire} must be ${formOf(field)}, not null.`,
  too_many: (field, value) => `${field.wire} has ${(value as unknown[]).length} entries; it must be ${formOf(field)}.`,
  blank: () => 'A text needs at least one character that can be seen.',
};

export const refusalOf = (code: string, field: Field, value: unknown, at: At) =>
  byCode[code]?.(field, value) ?? otherRefusalOf(field, value, at);

function otherRefusalOf(field: Field, value: unknown, at: At): string {
  const { wire } = field;
  const wrong = Array.isArray(value) && field.items ? value.filter((item) => !field.items!.holds(item)) : [];
  if (wrong.length) {
    const examples = wrong.slice(0, maxQuoted).map(quoted).join(', ');
    return `${wire} may hold only ${textOf(field.items!.form)}. What does not fit: ${examples}.`;
  }
  const day = dayFormats.includes(field.schema.format) && typeof value === 'string' ? absentDay(value) : undefined;
  if (day) return `${wire} must be a day that exists; there is no ${day}.`;
  return at.pointer === undefined
    ? parameterRefusalOf(field, value)
    : `${wire} must be ${formOf(field)}${insteadOf(field, value)}.`;
}

/** Repeats a wrong value of an enumeration, because it is in the URL anyway. */
function parameterRefusalOf(field: Field, value: unknown): string {
  const { wire, schema } = field;
  if (!schema.enum || typeof value !== 'string') return `${wire} must be ${formOf(field)}.`;
  const meant = nearest(value, schema.enum as string[]);
  return meant
    ? `There is no ${wire} ${quoted(value)}; you may have meant ${meant}.`
    : `${wire} must be ${formOf(field)}, not ${quoted(value)}.`;
}

export const objectOf = (input: new () => object) => `This must be an object with ${namesOf(input)}.`;

export function unknownOf(wire: string, known: readonly string[], at: At): string {
  const meant = nearest(wire, known);
  const others = known.length ? `there are ${known.join(', ')}` : 'none is taken here';
  const kind = at.pointer === undefined ? 'parameter' : 'field';
  return `There is no ${kind} ${quoted(wire)}; ${meant ? `you may have meant ${meant}` : others}.`;
}

const textOf = (description: Description) => (typeof description === 'function' ? description() : description);

const namesOf = (input: new () => object) => [...fieldsOf(input).values()].map(({ wire }) => wire).join(', ');

const formOf = ({ form, nested }: Field) => (nested ? `${textOf(form)} with ${namesOf(nested)}` : textOf(form));

/** Only for a wrong type: a value of the right type may be a secret. */
function insteadOf({ schema }: Field, value: unknown): string {
  const actual = kindOf(value);
  const fits = actual === schema.type || (actual === 'number' && schema.type === 'integer');
  return fits ? '' : `, not ${kinds[actual]}`;
}

const kinds = { string: 'text', number: 'a number', boolean: 'true or false', array: 'a list', object: 'an object' };

function kindOf(value: unknown): keyof typeof kinds {
  return Array.isArray(value) ? 'array' : (typeof value as Exclude<keyof typeof kinds, 'array'>);
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text;
}
