// eslint-disable-next-line no-restricted-imports -- The one file that wraps free JSON first.
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { DomainError, Faults, type Finding } from '@tandem/domain/core/errors';
import { pointerPart } from '@tandem/domain/core/json-pointer';
import { type Field, fieldsOf, rulesOf, wrapped } from './inputs-fields.js';
import { objectOf, refusalOf, unknownOf } from './inputs-refusals.js';

type Input = new () => object;
type Values = Record<string, unknown>;

const codes: Record<string, string> = {
  isString: 'invalid_type',
  isInt: 'invalid_type',
  isBoolean: 'invalid_type',
  isArray: 'invalid_type',
  isObject: 'invalid_type',
  isLength: 'invalid_length',
  maxLength: 'too_long',
  min: 'out_of_range',
  max: 'out_of_range',
  isIn: 'not_allowed',
  arrayMaxSize: 'too_many',
  isScope: 'unknown_scope',
  isVisible: 'blank',
};

export const maxFindings = 100;
const maxNameLength = 100;

export type Locate = (wire: string) => Pick<Finding, 'pointer' | 'parameter'>;

export const inBody =
  (prefix = ''): Locate =>
  (wire) => ({ pointer: `${prefix}/${pointerPart(wire)}` });
export const inParameters: Locate = (wire) => ({ parameter: wire });

/** The source of values; names `inPath` are not suggested for misspelt parameters. */
interface Origin {
  location: Locate;
  inPath?: ReadonlySet<string>;
}

/** Returns all faults, up to `maxFindings`; skips the items of a list that is too long. Free JSON stays as it is. */
export function parseInput(
  input: Input,
  values: Values,
  location: Locate,
  inPath?: ReadonlySet<string>,
): { input: Values; findings: Finding[] } {
  const created = plainToInstance(input, prepared(input, values), transforming) as Values;
  const findings: Finding[] = [];
  for (const finding of faultsOf(input, created, values, { location, inPath }))
    if (findings.push(finding) === maxFindings) break;
  if (findings.length) findings.push(...judgedFaults(input, created, findings).slice(0, maxFindings - findings.length));
  return { input: created, findings };
}

function judgedFaults(input: Input, created: Values, found: readonly Finding[]): Finding[] {
  const isFaulty = ({ wire }: Field) => found.some(({ pointer }) => `${pointer}/`.startsWith(`/${wire}/`));
  const valid = declaredBy(input).fields.filter((field) => !isFaulty(field));
  const given = Object.fromEntries(valid.map(({ property }) => [property, created[property]]));
  return rulesOf(input).flatMap((rule) => {
    const faults = new Faults();
    try {
      rule(given, faults);
    } catch (error) {
      if (!(error instanceof DomainError) || !error.extra.findings) throw error;
      return [...faults.findings, ...error.extra.findings];
    }
    return faults.findings;
  });
}

const transforming = { excludeExtraneousValues: true, exposeUnsetFields: false };

function prepared(input: Input, values: Values): Values {
  const sent = declaredBy(input).fields.filter(({ wire }) => values[wire] !== undefined);
  return Object.fromEntries(sent.map(({ wire, nested }) => [wire, preparedValue(values[wire], nested)]));
}

function preparedValue(value: unknown, nested: Input | undefined): unknown {
  if (!nested) return wrapped(value);
  const preparedObject = (item: unknown) => (isObject(item) ? prepared(nested, item) : Array.isArray(item) ? [] : item);
  return Array.isArray(value) ? value.map(preparedObject) : preparedObject(value);
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Declared {
  fields: readonly Field[];
  wires: ReadonlySet<string>;
}

const declarations = new WeakMap<Input, Declared>();

function declaredBy(input: Input): Declared {
  let declared = declarations.get(input);
  if (!declared) {
    const fields = [...fieldsOf(input).values()];
    declared = { fields, wires: new Set(fields.map(({ wire }) => wire)) };
    declarations.set(input, declared);
  }
  return declared;
}

function* faultsOf(input: Input, created: Values, sent: Values, origin: Origin): Generator<Finding> {
  const { fields, wires } = declaredBy(input);
  yield* unknownFields(sent, wires, origin);
  const errors = validateSync(created, { stopAtFirstError: true, forbidUnknownValues: false });
  const failed = new Map(errors.map(({ property, constraints }) => [property, Object.keys(constraints!)[0]!]));
  for (const field of fields) {
    const value = created[field.property];
    const check = failed.get(field.property);
    if (!check && !field.nested) continue;
    const at = origin.location(field.wire);
    // Blank text is rejected only in bodies.
    if (check && (check !== 'isVisible' || at.pointer !== undefined)) {
      const code = codeOf(check, value);
      yield { ...at, code, detail: refusalOf(code, field, value, at) };
    } else if (field.nested && value) yield* nestedFaults(field.nested, value, sent[field.wire], at.pointer!);
  }
}

function codeOf(check: string, value: unknown): string {
  if (value === undefined) return 'required';
  return value === null ? 'not_nullable' : (codes[check] ?? 'invalid_format');
}

function* nestedFaults(input: Input, created: unknown, sent: unknown, pointer: string): Generator<Finding> {
  if (!Array.isArray(created)) yield* objectFaults(input, created, sent, pointer);
  else
    for (const [index, item] of created.entries())
      yield* objectFaults(input, item, (sent as unknown[])[index], `${pointer}/${index}`);
}

function* objectFaults(input: Input, created: unknown, sent: unknown, pointer: string): Generator<Finding> {
  if (created instanceof input)
    yield* faultsOf(input, created as Values, sent as Values, { location: inBody(pointer) });
  else yield { pointer, code: 'invalid_type', detail: objectOf(input) };
}

function* unknownFields(values: Values, wires: ReadonlySet<string>, { location, inPath }: Origin): Generator<Finding> {
  for (const wire of Object.keys(values).filter((name) => !wires.has(name))) {
    const at = location(wire.length > maxNameLength ? `${wire.slice(0, maxNameLength)}…` : wire);
    const others = [...wires].filter((other) => !inPath?.has(other));
    yield { ...at, code: 'unknown_field', detail: unknownOf(wire, others, at) };
  }
}

export function checkValues(value: unknown): void {
  const pending = [value];
  while (pending.length) {
    const item = pending.pop();
    if (typeof item === 'string') checkText(item);
    if (item === Infinity || item === -Infinity) throw tooLargeNumber();
    if (item === null || typeof item !== 'object') continue;
    for (const [key, child] of Object.entries(item)) {
      checkText(key);
      pending.push(child);
    }
  }
}

/** Text that PostgreSQL can store: no NUL, no lone surrogate. */
export function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new DomainError('malformed', 'invalid_text', 'Text may hold neither NUL nor half a surrogate pair.');
}

export const tooLargeNumber = () =>
  new DomainError('malformed', 'invalid_number', 'A number is larger than JSON implementations can hold.');
