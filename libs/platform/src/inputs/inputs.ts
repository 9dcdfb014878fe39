import * as check from 'class-validator';
import { isScope } from '@tandem/domain/core/access/rights';
import { isCurrency } from '@tandem/domain/core/currency';
import { withoutFormat } from '@tandem/domain/core/format-characters';
import { idForm } from '@tandem/domain/core/id';
import { custom, type Demands, type Directory, field, type Presence } from './inputs-fields.js';
import * as texts from './inputs-texts.js';
import { instantOf, isCalendarDate } from './times.js';
import { type JsonSchema, type Names, namesOf, nameSchema } from '../view/kinds.js';

export { Described, type Field, fieldsOf, Judged, optional, without } from './inputs-fields.js';

/** A character has at most three UTF-16 units: a surrogate pair and a variation selector. */
const maxUnits = 3;

/** Checks the units first, because counting the characters of a very long text is slow. */
const isOfLength = (text: string, min: number, max: number) =>
  text.length <= maxUnits * max && check.length(text, min, max);

const Length = (min: number, max: number, each = false) =>
  custom('isLength', (text) => isOfLength(text, min, max), each);

/** Of `min` (1) to `max` code points; blank only if `min` is 0. `values` are only documented: the use case checks. */
export const Text = ({
  min = 1,
  max = 500,
  pattern,
  visible = min > 0 && !pattern,
  form = texts.text(min, max),
  values,
  format,
  ...presence
}: Demands & { min?: number; max?: number; values?: Names; format?: string } & (
    { pattern: RegExp; form: string } | { pattern?: undefined; form?: string }
  ) = {}) =>
  field(
    values ? nameSchema(values) : { type: 'string', format, minLength: min, maxLength: max, pattern: pattern?.source },
    { ...presence, visible, form },
    [...(pattern ? [check.Matches(pattern)] : []), Length(min, max), check.IsString()],
  );

/** The search in a list. */
export const Part = (of: string) =>
  Text({ max: 200, optional: true, description: `part of ${of}; for words, use GET /search` });

const plain =
  (schema: JsonSchema, form: string, checks: PropertyDecorator[], read?: (value: unknown) => unknown) =>
  (presence: Presence = {}) =>
    field(schema, { ...presence, form, ...(read && { read }) }, checks);

const uuid = new RegExp(`^${idForm}$`);

const readId = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

export const Uuid = plain(
  { type: 'string', format: 'uuid' },
  texts.uuid,
  [check.Matches(uuid), check.IsString()],
  readId,
);

export const IdOrName = ({ directory, name, ...reported }: NamedRecord) =>
  field({ type: 'string', maxLength: 100, examples: [reported.example] }, { ...reported, directory, read: readId }, [
    check.Matches(new RegExp(`^(?:${idForm}|${name.source})$`, 'i')),
    check.IsString(),
  ]);

interface NamedRecord {
  directory: Directory;
  /** Matched in any letter case. */
  name: RegExp;
  form: string;
  description: string;
  example: string;
}

export const isId = (value: string) => uuid.test(value);

export const Bool = plain({ type: 'boolean' }, 'true or false', [check.IsBoolean()]);
export const Json = plain({}, 'JSON', []);
export const JsonObject = plain({ type: 'object' }, texts.freeObject, [check.IsObject()]);
const readEmail = (value: unknown) => (typeof value === 'string' ? withoutFormat(value) : value);

export const Email = plain(
  { type: 'string', format: 'email', maxLength: 254 },
  texts.email,
  [check.IsEmail(), check.IsString()],
  readEmail,
);
export const Zone = plain({ type: 'string', maxLength: 64 }, texts.zone, [
  check.IsTimeZone(),
  check.Matches(/^[A-Za-z][\w+\-/]{0,63}$/),
]);
/** ISO 3166-1 alpha-2. */
export const Country = plain({ type: 'string', pattern: '^[A-Z]{2}$' }, texts.country, [
  check.IsISO31661Alpha2(),
  check.IsUppercase(),
]);
export const Currency = plain({ type: 'string', pattern: '^[A-Z]{3}$' }, texts.currency, [
  custom('isCurrency', isCurrency),
  check.IsString(),
]);
export const CalendarDate = plain({ type: 'string', format: 'date' }, texts.date, [
  custom('isCalendarDate', isCalendarDate),
]);

const readInstant = (value: unknown) => (typeof value === 'string' && instantOf(value)) || value;

/** RFC 3339; becomes a Date. */
export const Instant = plain({ type: 'string', format: 'date-time' }, texts.instant, [check.IsDate()], readInstant);

/** A value above `cap` counts as `cap`. `usual`: the default, for the documentation. */
export const Int = ({
  min = -2_147_483_648,
  cap,
  usual,
  max = cap ? Number.MAX_SAFE_INTEGER : 2_147_483_647,
  ...presence
}: Presence & { min?: number; max?: number; cap?: number; usual?: number } = {}) =>
  field(
    {
      type: 'integer',
      format: (cap ?? max) <= 2_147_483_647 ? 'int32' : 'int64',
      minimum: min,
      maximum: cap ?? max,
      ...(usual === undefined ? {} : { default: usual }),
    },
    { ...presence, form: texts.integer(min, cap ?? max) },
    [check.Min(min), check.Max(max), check.IsInt()],
  );

/** The order of a list; the first is the default. */
export const Sort = (orders: Readonly<Record<string, unknown>>) => {
  const names = Object.keys(orders);
  return OneOf(
    names.flatMap((name) => [name, `-${name}`]),
    {
      optional: true,
      description:
        `order, \`${names[0]}\` by default; a leading \`-\` reverses it: ` +
        'see [sorting](/docs/sorting-and-filtering)',
    },
  );
};

export const OneOf = (values: Names, presence: Presence = {}) =>
  field(nameSchema(values), { ...presence, form: () => texts.oneOf(namesOf(values)) }, [
    custom('isIn', (value) => namesOf(values).includes(value)),
  ]);

export const Choices = (
  values: Names,
  { maxItems = typeof values === 'function' ? 50 : values.length, ...presence }: Presence & { maxItems?: number } = {},
) => {
  const holds = (value: unknown) => namesOf(values).includes(value as string);
  const items = { form: () => namesOf(values).join(', '), holds };
  return field(
    { type: 'array', items: nameSchema(values), maxItems },
    { ...presence, items, form: () => texts.list(maxItems, `of ${items.form()}`) },
    [custom('isIn', holds, true), check.ArrayMaxSize(maxItems), check.IsArray()],
  );
};

export const Url = ({ max = 2048, ...presence }: Presence & { max?: number } = {}) =>
  field({ type: 'string', format: 'uri', maxLength: max }, { ...presence, form: texts.url(max) }, [
    custom('isWebUrl', isWebUrl),
    check.MaxLength(max),
    check.IsString(),
  ]);

export const Texts = ({
  maxItems = 50,
  max = 200,
  ...presence
}: Presence & { maxItems?: number; max?: number } = {}) => {
  const holds = (value: unknown) => check.isString(value) && isOfLength(value, 1, max);
  return field(
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: max }, maxItems: maxItems },
    { ...presence, visible: true, items: { form: texts.text(1, max), holds }, form: texts.list(maxItems, 'texts') },
    [Length(1, max, true), check.IsString({ each: true }), check.ArrayMaxSize(maxItems), check.IsArray()],
  );
};

const readIds = (value: unknown) => (Array.isArray(value) ? value.map(readId) : value);

/** `names` are accepted beside ids, such as `none`. */
export const Uuids = ({
  maxItems = 100,
  names = [],
  ...presence
}: Presence & { maxItems?: number; names?: readonly string[] } = {}) => {
  const isItem = (value: unknown) => check.isString(value) && (uuid.test(value) || names.includes(value));
  const id = { type: 'string', format: 'uuid' };
  const schema = names.length ? { anyOf: [id, { type: 'string', enum: [...names] }] } : id;
  const form = texts.orList([texts.uuid, ...names]);
  return field(
    { type: 'array', items: schema, maxItems },
    { ...presence, items: { form, holds: isItem }, form: texts.list(maxItems, 'ids'), read: readIds },
    [custom('matches', isItem, true), check.IsString({ each: true }), check.ArrayMaxSize(maxItems), check.IsArray()],
  );
};

export const Scopes = (presence: Presence = {}) => {
  const holds = (value: unknown) => check.isString(value) && isScope(value);
  return field(
    { type: 'array', items: { type: 'string', pattern: '^([*]|[a-z_]+:(read|write|admin))$' }, maxItems: 50 },
    { ...presence, items: { form: texts.scope, holds }, form: texts.list(50, 'scopes such as tasks:write') },
    [custom('isScope', isScope, true), check.ArrayMaxSize(50), check.IsArray()],
  );
};

export const ListOf = (
  input: new () => object,
  { maxItems = 50, ...presence }: Presence & { maxItems?: number } = {},
) =>
  field({ type: 'array', maxItems: maxItems }, { ...presence, form: texts.list(maxItems, 'objects'), nested: input }, [
    check.ArrayMaxSize(maxItems),
    check.IsArray(),
  ]);

export const Nested = (input: new () => object, presence: Presence = {}) =>
  field({ type: 'object' }, { ...presence, form: 'an object', nested: input }, [check.IsObject()]);

function isWebUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

export class PageInput {
  @Int({
    min: 1,
    cap: 100,
    usual: 50,
    optional: true,
    description: 'rows per page; values above 100 are treated as 100',
  })
  limit?: number;
  @Text({ min: 0, max: 1000, optional: true, description: 'next_cursor of the previous page' }) cursor?: string;
}

export class ById {
  @Uuid() id!: string;
}

export class PageWithin extends PageInput {
  @Uuid() id!: string;
}

export class NoInput {}
