// eslint-disable-next-line no-restricted-imports -- This is the one place that wraps free JSON first.
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { DomainError, Faults, type Finding } from '@tandem/domain/core/errors';
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

/** Faults told in one answer, however many there are. */
export const maxFindings = 100;
const maxNameLength = 100;

/** How a fault names a field: by its place in the body or as a parameter. */
export type Place = (wire: string) => Pick<Finding, 'pointer' | 'parameter'>;

export const inBody =
  (prefix = ''): Place =>
  (wire) => ({ pointer: `${prefix}/${wire.replaceAll('~', '~0').replaceAll('/', '~1')}` });
export const inParameters: Place = (wire) => ({ parameter: wire });

/** Where values came from; those in `inPath` stand in the path, so no other name is taken for a misspelling of theirs. */
interface Origin {
  place: Place;
  inPath?: ReadonlySet<string>;
}

/**
 * Makes an input of the class out of the wire's snake_case values; free JSON passes through as it is.
 * Returns every fault up to a hundred: unknown, missing and null fields as well as values the checks refuse. A list that is too long
 * is not looked into.
 */
export function parseInput(
  input: Input,
  values: Values,
  place: Place,
  inPath?: ReadonlySet<string>,
): { input: Values; findings: Finding[] } {
  const made = plainToInstance(input, prepared(input, values), transforming) as Values;
  const findings: Finding[] = [];
  for (const finding of faultsOf(input, made, values, { place, inPath }))
    if (findings.push(finding) === maxFindings) break;
  if (findings.length) findings.push(...judgedFaults(input, made, findings).slice(0, maxFindings - findings.length));
  return { input: made, findings };
}

/** What the domain's rules refuse among the values that passed their checks. Without other faults the use case asks them itself. */
function judgedFaults(input: Input, made: Values, found: readonly Finding[]): Finding[] {
  const isFaulty = ({ wire }: Field) => found.some(({ pointer }) => `${pointer}/`.startsWith(`/${wire}/`));
  const sound = declaredBy(input).fields.filter((field) => !isFaulty(field));
  const given = Object.fromEntries(sound.map(({ property }) => [property, made[property]]));
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

/** The declared values, free JSON wrapped (`wrapped`). */
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
  /** Their names on the wire. */
  wires: ReadonlySet<string>;
}

const gathered = new WeakMap<Input, Declared>();

/** What an input declares, gathered once for each class. */
function declaredBy(input: Input): Declared {
  let declared = gathered.get(input);
  if (!declared) {
    const fields = [...fieldsOf(input).values()];
    declared = { fields, wires: new Set(fields.map(({ wire }) => wire)) };
    gathered.set(input, declared);
  }
  return declared;
}

function* faultsOf(input: Input, made: Values, sent: Values, origin: Origin): Generator<Finding> {
  const { fields, wires } = declaredBy(input);
  yield* unknownFields(sent, wires, origin);
  const errors = validateSync(made, { stopAtFirstError: true, forbidUnknownValues: false });
  const failed = new Map(errors.map(({ property, constraints }) => [property, Object.keys(constraints!)[0]!]));
  for (const field of fields) {
    const value = made[field.property];
    const check = failed.get(field.property);
    if (!check && !field.nested) continue;
    const at = origin.place(field.wire);
    // Only in a body may a text not be blank.
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

function* nestedFaults(input: Input, made: unknown, sent: unknown, pointer: string): Generator<Finding> {
  if (!Array.isArray(made)) yield* objectFaults(input, made, sent, pointer);
  else
    for (const [index, item] of made.entries())
      yield* objectFaults(input, item, (sent as unknown[])[index], `${pointer}/${index}`);
}

function* objectFaults(input: Input, made: unknown, sent: unknown, pointer: string): Generator<Finding> {
  if (made instanceof input) yield* faultsOf(input, made as Values, sent as Values, { place: inBody(pointer) });
  else yield { pointer, code: 'invalid_type', detail: objectOf(input) };
}

function* unknownFields(values: Values, wires: ReadonlySet<string>, { place, inPath }: Origin): Generator<Finding> {
  for (const wire of Object.keys(values).filter((name) => !wires.has(name))) {
    const at = place(wire.length > maxNameLength ? `${wire.slice(0, maxNameLength)}…` : wire);
    const others = [...wires].filter((other) => !inPath?.has(other));
    yield { ...at, code: 'unknown_field', detail: unknownOf(wire, others, at) };
  }
}
