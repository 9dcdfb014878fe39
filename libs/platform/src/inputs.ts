import * as check from 'class-validator';
import { isScope } from '@tandem/domain/core/rights';
import { isCountry } from './countries.js';
import { instantOf, isCalendarDate, isZone } from './times.js';
import type { JsonSchema } from './view.js';

export interface Presence {
  /** May be absent. */
  optional?: boolean;
  /** May be null: on a change, null clears the value. */
  nullable?: boolean;
  description?: string;
}

interface Demands extends Presence {
  /** In a body its text, or each of its texts, must hold something to be seen. */
  visible?: boolean;
}

/** One field of an input: its schema for the documentation stands beside the checks that enforce it. */
export interface Field extends Demands {
  property: string;
  schema: JsonSchema;
  nested?: new () => object;
}

const registry = new WeakMap<object, Map<string, Field>>();

/** The fields of an input class, its base classes included, by property. */
export function fieldsOf(input: abstract new () => object): Map<string, Field> {
  const own = registry.get(input) ?? new Map<string, Field>();
  const base = Object.getPrototypeOf(input) as (abstract new () => object) | null;
  return base && base !== Function.prototype ? new Map([...fieldsOf(base), ...own]) : own;
}

function field(
  schema: JsonSchema,
  demands: Demands,
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

/** Text of 1 to `max` characters (Unicode code points), or from `min`; blank only where none is demanded. */
export const Text = ({
  min = 1,
  max = 500,
  pattern,
  visible = min > 0 && !pattern,
  ...presence
}: Demands & { min?: number; max?: number; pattern?: RegExp } = {}) =>
  field(
    { type: 'string', minLength: min, maxLength: max, ...(pattern ? { pattern: pattern.source } : {}) },
    { ...presence, visible },
    [...(pattern ? [check.Matches(pattern)] : []), check.Length(min, max), check.IsString()],
  );

export const Uuid = (presence: Presence = {}) =>
  field({ type: 'string', format: 'uuid' }, presence, [
    check.Matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
    check.IsString(),
  ]);

export const Email = (presence: Presence = {}) =>
  field({ type: 'string', format: 'email', maxLength: 254 }, presence, [check.IsEmail(), check.IsString()]);

export const Int = ({
  min = -2_147_483_648,
  max = 2_147_483_647,
  ...presence
}: Presence & { min?: number; max?: number } = {}) =>
  field({ type: 'integer', format: max <= 2_147_483_647 ? 'int32' : 'int64', minimum: min, maximum: max }, presence, [
    check.Min(min),
    check.Max(max),
    check.IsInt(),
  ]);

export const Bool = (presence: Presence = {}) => field({ type: 'boolean' }, presence, [check.IsBoolean()]);

export const OneOf = (values: readonly string[], presence: Presence = {}) =>
  field({ type: 'string', enum: [...values] }, presence, [check.IsIn(values)]);

/** A list of some of these values. */
export const Choices = (values: readonly string[], presence: Presence = {}) =>
  field({ type: 'array', items: { type: 'string', enum: [...values] }, maxItems: values.length }, presence, [
    check.IsIn(values, { each: true }),
    check.ArrayMaxSize(values.length),
    check.IsArray(),
  ]);

/** Calendar date `YYYY-MM-DD` that exists. */
export const CalendarDate = (presence: Presence = {}) =>
  field({ type: 'string', format: 'date' }, presence, [custom('isCalendarDate', isCalendarDate)]);

/** RFC 3339 instant; becomes a Date. */
export const Instant = (presence: Presence = {}) =>
  field({ type: 'string', format: 'date-time' }, presence, [
    custom('isInstant', (value) => instantOf(value) !== undefined),
  ]);

/** IANA time zone. */
export const Zone = (presence: Presence = {}) =>
  field({ type: 'string', maxLength: 64 }, presence, [custom('isTimeZone', isZone)]);

/** ISO 3166-1 alpha-2 code of a country. */
export const Country = (presence: Presence = {}) =>
  field({ type: 'string', pattern: '^[A-Z]{2}$' }, presence, [custom('isCountry', isCountry)]);

/** Any JSON value. */
export const Json = (presence: Presence = {}) => field({}, presence, []);

/** A JSON object with free members. */
export const JsonObject = (presence: Presence = {}) => field({ type: 'object' }, presence, [check.IsObject()]);

export const Url = ({ max = 2048, ...presence }: Presence & { max?: number } = {}) =>
  field({ type: 'string', format: 'uri', maxLength: max }, presence, [
    custom('isWebUrl', isWebUrl),
    check.MaxLength(max),
    check.IsString(),
  ]);

/** A list of texts. */
export const Texts = ({ most = 50, max = 200, ...presence }: Presence & { most?: number; max?: number } = {}) =>
  field(
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: max }, maxItems: most },
    { ...presence, visible: true },
    [check.Length(1, max, { each: true }), check.IsString({ each: true }), check.ArrayMaxSize(most), check.IsArray()],
  );

export const Uuids = ({ most = 100, ...presence }: Presence & { most?: number } = {}) =>
  field({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: most }, presence, [
    check.Matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { each: true }),
    check.IsString({ each: true }),
    check.ArrayMaxSize(most),
    check.IsArray(),
  ]);

/** Scopes such as `tasks:write` or `*`. */
export const Scopes = (presence: Presence = {}) =>
  field({ type: 'array', items: { type: 'string' }, maxItems: 50 }, presence, [
    custom('isScope', isScope, true),
    check.ArrayMaxSize(50),
    check.IsArray(),
  ]);

/** A list of objects, each with the fields of `input`. */
export const ListOf = (input: new () => object, { most = 50, ...presence }: Presence & { most?: number } = {}) =>
  field({ type: 'array', maxItems: most }, presence, [check.ArrayMaxSize(most), check.IsArray()], input);

/** An object with the fields of `input`. */
export const Nested = (input: new () => object, presence: Presence = {}) =>
  field({ type: 'object' }, presence, [check.IsObject()], input);

/** The same input with every field optional: what PATCH accepts where `input` is what POST accepts. */
export function optional<I extends object>(input: new () => I): new () => Partial<I> {
  const derived = class extends (input as new () => object) {};
  registry.set(derived, new Map([...fieldsOf(input)].map(([name, of]) => [name, { ...of, optional: true }])));
  return derived;
}

function custom(name: string, holds: (value: string) => boolean, each = false): PropertyDecorator {
  const fits = (value: unknown) => typeof value === 'string' && holds(value);
  return check.ValidateBy({
    name,
    validator: { validate: (value) => (each && Array.isArray(value) ? value.every(fits) : fits(value)) },
  });
}

function isWebUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
