import 'reflect-metadata';
import { Expose, Transform, Type } from 'class-transformer';
import * as check from 'class-validator';
import type { Faults } from '@tandem/domain/core/errors';
import { invisible } from '@tandem/domain/core/invisible-characters';
import type { Token } from '@tandem/domain/core/use-case';
import type { JsonSchema } from '../view/kinds.js';
import type { View } from '../view/view.js';
import { snake } from '@tandem/domain/core/wire-names';

export interface Presence {
  optional?: boolean;
  nullable?: boolean;
  /** Optional and nullable: on an update, null clears the value. */
  clearable?: boolean;
  description?: string;
  example?: unknown;
}

export interface Demands extends Presence {
  /** In a body, the text or each text of the list must not be blank. */
  visible?: boolean;
}

/** A function if it depends on the loaded features. */
export type Description = string | (() => string);

/** Entries of a list; `form` follows "may hold only" in messages. */
interface Items {
  form: Description;
  holds: (value: unknown) => boolean;
}

/** Looks records up by name; throws `not_found` if none has, or had, the name. */
export type Directory = Token<{ idOf(name: string): Promise<string> }>;

interface Kind {
  /** Follows "must be" in messages. */
  form: Description;
  items?: Items;
  nested?: new () => object;
  /** Finds the record's id if the value is a name; the use case receives the id. */
  directory?: Directory;
  /** Converts the wire value for the property; returns an unreadable value as it is, for the checks to reject. */
  read?: (value: unknown) => unknown;
}

export interface Field extends Demands, Kind {
  property: string;
  wire: string;
  schema: JsonSchema;
  checks: PropertyDecorator[];
}

const registry = new WeakMap<object, Map<string, Field>>();

export function fieldsOf(input: abstract new () => object): Map<string, Field> {
  const own = registry.get(input) ?? new Map<string, Field>();
  const base = Object.getPrototypeOf(input) as (abstract new () => object) | null;
  return base && base !== Function.prototype ? new Map([...fieldsOf(base), ...own]) : own;
}

/** A domain check on the values alone, any of which may be absent: it records faults or throws them. */
type Rule<F = object> = (given: F, faults: Faults) => void;
const rules = new WeakMap<object, Rule[]>();

export function rulesOf(input: abstract new () => object): Rule[] {
  const base = Object.getPrototypeOf(input) as (abstract new () => object) | null;
  const own = rules.get(input) ?? [];
  return base && base !== Function.prototype ? [...rulesOf(base), ...own] : own;
}

/** Adds a rule that the use case checks anyway, so that a response lists its faults with all others. */
export const Judged =
  <F extends object>(rule: Rule<F>) =>
  (input: abstract new () => F): void =>
    void rules.set(input, [...(rules.get(input) ?? []), rule as Rule]);

const blank = new RegExp(String.raw`^[\p{White_Space}\p{Cc}${invisible}]+$`, 'u');
const IsVisible = custom('isVisible', (text) => !blank.test(text), true);

/** Free JSON in a function, since class-transformer copies every object and calls its `constructor`. */
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
      // class-validator checks the last decorator first: the type.
      ...checks.toReversed(),
      ...(demands.visible ? [IsVisible] : []),
    ];
    for (const decorate of decorators) decorate(target, property);
  };
}

/** Adds the meanings and examples of a view's fields to the class's own fields. */
export const Described =
  (view: View): ClassDecorator =>
  (input) => {
    const fields = registry.get(input) ?? new Map<string, Field>();
    for (const [property, of] of fields) {
      const { means, example } = view.fields[of.wire] ?? {};
      fields.set(property, { ...of, description: of.description ?? means, example: of.example ?? example });
    }
  };

/** The same input with every field optional, for PATCH. */
export const optional = <I extends object>(input: new () => I): new () => Partial<I> =>
  derivedFrom(input, (of) => ({ ...of, optional: true }));

/** The same input without some of its fields. */
export const without = (input: new () => object, properties: readonly string[]): new () => object =>
  derivedFrom(input, (of) => (properties.includes(of.property) ? undefined : of));

function derivedFrom<I extends object>(
  input: new () => I,
  changed: (field: Field) => Field | undefined,
): new () => Partial<I> {
  const derived = class {};
  for (const given of fieldsOf(input).values()) {
    const of = changed(given);
    if (of) field(of.schema, of, of.checks)(derived.prototype, of.property);
  }
  rules.set(derived, rulesOf(input));
  return derived;
}

export function custom(name: string, holds: (value: string) => boolean, each = false): PropertyDecorator {
  const fits = (value: unknown) => typeof value === 'string' && holds(value);
  return check.ValidateBy({
    name,
    validator: { validate: (value) => (each && Array.isArray(value) ? value.every(fits) : fits(value)) },
  });
}
