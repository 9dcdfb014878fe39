import * as check from 'class-validator';
import { entryOf, type Glossary } from '../view/glossary.js';
import { type JsonSchema, snake } from '../view/view.js';

export interface Presence {
  /** May be absent. */
  optional?: boolean;
  /** May be null: on a change, null clears the value. */
  nullable?: boolean;
  description?: string;
}

export interface Demands extends Presence {
  /** In a body its text, or each of its texts, must hold something to be seen. */
  visible?: boolean;
}

/** Words; a function where they name what features add to. */
export type Told = string | (() => string);

/** What stands in a list: the words that go on after "may hold only", and the same as a check. */
interface Items {
  form: Told;
  holds: (value: unknown) => boolean;
}

interface Wording {
  /** What a value must be, as people know it: the words that go on after "must be". */
  form: Told;
  items?: Items;
}

/** One field of an input: its schema for the documentation stands beside the checks that enforce it. */
export interface Field extends Demands, Wording {
  property: string;
  schema: JsonSchema;
  nested?: new () => object;
  /** A value that could be real. */
  example?: unknown;
}

const registry = new WeakMap<object, Map<string, Field>>();

/** The fields of an input class, its base classes included, by property. */
export function fieldsOf(input: abstract new () => object): Map<string, Field> {
  const own = registry.get(input) ?? new Map<string, Field>();
  const base = Object.getPrototypeOf(input) as (abstract new () => object) | null;
  return base && base !== Function.prototype ? new Map([...fieldsOf(base), ...own]) : own;
}

export function field(
  schema: JsonSchema,
  demands: Demands & Wording,
  checks: PropertyDecorator[],
  nested?: new () => object,
): PropertyDecorator {
  return (target, property) => {
    const input = target.constructor;
    const fields = registry.get(input) ?? new Map<string, Field>();
    registry.set(input, fields);
    fields.set(String(property), { ...demands, property: String(property), schema, nested });
    check.ValidateIf((_, value) => value !== undefined && value !== null)(target, property);
    // The last of the checks, that of the type, is the first to speak.
    for (const decorate of checks.toReversed()) decorate(target, property);
  };
}

/** Says of the class's own fields what the glossary says of them, where they say nothing themselves. */
export const Described =
  (words: Glossary, owner = ''): ClassDecorator =>
  (input) => {
    const fields = registry.get(input) ?? new Map<string, Field>();
    for (const [property, of] of fields) {
      const entry = entryOf(words, owner, snake(property));
      if (entry) fields.set(property, { ...of, description: of.description ?? entry.means, example: entry.example });
    }
  };

/** The same input with every field optional: what PATCH accepts where `input` is what POST accepts. */
export function optional<I extends object>(input: new () => I): new () => Partial<I> {
  const derived = class extends (input as new () => object) {};
  registry.set(derived, new Map([...fieldsOf(input)].map(([name, of]) => [name, { ...of, optional: true }])));
  return derived;
}

/** A check of one text, or of each text of a list. */
export function custom(name: string, holds: (value: string) => boolean, each = false): PropertyDecorator {
  const fits = (value: unknown) => typeof value === 'string' && holds(value);
  return check.ValidateBy({
    name,
    validator: { validate: (value) => (each && Array.isArray(value) ? value.every(fits) : fits(value)) },
  });
}
