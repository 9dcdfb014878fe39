import 'reflect-metadata';
import { Expose, Transform, Type } from 'class-transformer';
import * as check from 'class-validator';
import type { Faults } from '@tandem/domain/core/errors';
import { invisible } from '@tandem/domain/core/invisible-characters';
import type { Token } from '@tandem/domain/core/use-case';
import { type JsonSchema, entryOf, type Glossary } from '../view/glossary.js';
import { snake } from '@tandem/domain/core/wire-names';

export interface Presence {
  /** May be absent. */
  optional?: boolean;
  nullable?: boolean;
  /** Optional and nullable: on a change, null clears the value. */
  clearable?: boolean;
  description?: string;
}

export interface Demands extends Presence {
  /** In a body its text, or each of its texts, may not be blank. */
  visible?: boolean;
}

/** A text; a function where it depends on the features there are. */
export type Words = string | (() => string);

/** What an entry of a list must be: the words that go on after "may hold only", and the same as a check. */
interface Items {
  form: Words;
  holds: (value: unknown) => boolean;
}

/** A port that knows records by names too; it throws `not_found` where none has, or had, the name. */
export type Directory = Token<{ idOf(name: string): Promise<string> }>;

/** How a value is described and read. */
interface Kind {
  /** What a value must be, as people know it: the words that go on after "must be". */
  form: Words;
  items?: Items;
  /** The input that an object, or each object of a list, becomes. */
  nested?: new () => object;
  /** Finds the id of the record where the value names it otherwise; the use case gets the id. */
  directory?: Directory;
  /** Turns the value on the wire into that of the property; one that it cannot turn stays as it is, and the checks refuse it. */
  read?: (value: unknown) => unknown;
}

/** One field of an input: its schema for the documentation, beside the checks that enforce it. */
export interface Field extends Demands, Kind {
  property: string;
  /** Its name on the wire. */
  wire: string;
  schema: JsonSchema;
  checks: PropertyDecorator[];
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

/** A check of the domain that needs nothing but the values: it notes faults or throws them. Any value may be absent. */
type Rule<F = object> = (given: F, faults: Faults) => void;
const rules = new WeakMap<object, Rule[]>();

/** The rules of an input class and its base classes. */
export function rulesOf(input: abstract new () => object): Rule[] {
  const base = Object.getPrototypeOf(input) as (abstract new () => object) | null;
  const own = rules.get(input) ?? [];
  return base && base !== Function.prototype ? [...rulesOf(base), ...own] : own;
}

/** Gives an input a rule that its use case checks anyway: a body with other faults is held to it too, so that all are told at once. */
export const Judged =
  <F extends object>(rule: Rule<F>) =>
  (input: abstract new () => F): void =>
    void rules.set(input, [...(rules.get(input) ?? []), rule as Rule]);

const blank = new RegExp(String.raw`^[\p{White_Space}\p{Cc}${invisible}]+$`, 'u');
const IsVisible = custom('isVisible', (text) => !blank.test(text), true);

/**
 * class-transformer copies every object it meets, and calls its `constructor`. Free JSON is wrapped in a function, which it passes on,
 * and unwrapped by the field's transformation.
 */
export const wrapped = (value: unknown): unknown => (typeof value === 'object' && value !== null ? () => value : value);
const unwrapped = (value: unknown): unknown => (typeof value === 'function' ? (value as () => unknown)() : value);

export function field(
  schema: JsonSchema,
  { clearable, ...given }: Demands & Kind,
  checks: PropertyDecorator[],
): PropertyDecorator {
  const demands = clearable ? { ...given, optional: true, nullable: true } : given;
  return (target, property) => {
    const wire = snake(String(property));
    const input = target.constructor;
    const fields = registry.get(input) ?? new Map<string, Field>();
    registry.set(input, fields);
    fields.set(String(property), { ...demands, property: String(property), wire, schema, checks });
    const { nested, optional, nullable = Object.keys(schema).length === 0, read } = demands;
    const decorators = [
      Expose({ name: wire }),
      ...(nested ? [Type(() => nested)] : []),
      Transform(({ value }) => (read ? read(unwrapped(value)) : unwrapped(value))),
      check.ValidateIf((_, value) => (value === undefined ? !optional : value !== null || !nullable)),
      check.IsDefined(),
      // The check of the type stands last in the list and goes first.
      ...checks.toReversed(),
      ...(demands.visible ? [IsVisible] : []),
    ];
    for (const decorate of decorators) decorate(target, property);
  };
}

/** Takes the description and an example of the class's own fields from the glossary, where they have none. */
export const Described =
  (words: Glossary, owner = ''): ClassDecorator =>
  (input) => {
    const fields = registry.get(input) ?? new Map<string, Field>();
    for (const [property, of] of fields) {
      const entry = entryOf(words, owner, of.wire);
      if (entry) fields.set(property, { ...of, description: of.description ?? entry.means, example: entry.example });
    }
  };

/** The same input with every field optional: what PATCH accepts where `input` is what POST accepts. */
export function optional<I extends object>(input: new () => I): new () => Partial<I> {
  const derived = class {};
  for (const of of fieldsOf(input).values())
    field(of.schema, { ...of, optional: true }, of.checks)(derived.prototype, of.property);
  rules.set(derived, rulesOf(input));
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
