import { validateSync } from 'class-validator';
import type { Finding } from '@tandem/domain/core/errors';
import { type Field, fieldsOf } from './inputs-fields.js';
import { notNullOf, objectOf, refusalOf, requiredOf, tooManyOf, unknownOf } from './inputs-refusals.js';
import { instantOf } from './times.js';
import { snake } from '../view/view.js';

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
};

/** Nobody mends more at a time; whoever sends thousands of faults gets a short answer. */
export const mostFindings = 100;
const longestName = 100;

/** Where a field came from decides how a fault names it. */
export type Place = (wire: string) => Pick<Finding, 'pointer' | 'parameter'>;

export const inBody =
  (prefix = ''): Place =>
  (wire) => ({ pointer: `${prefix}/${wire.replaceAll('~', '~0').replaceAll('/', '~1')}` });
export const inParameters: Place = (wire) => ({ parameter: wire });

/**
 * Takes the wire's snake_case values over into an input of the class, field by field; free JSON passes through as it is.
 * Returns every fault up to a hundred: unknown, missing and null fields as well as values the checks refuse. A list that is too long
 * is not looked into.
 */
export function parseInput(
  input: new () => object,
  values: Values,
  place: Place,
): { input: Values; findings: Finding[] } {
  const target = new input() as Values;
  const fields = fieldsOf(input);
  const findings = unknownFields(values, fields, place);
  for (const field of fields.values()) {
    const wire = snake(field.property);
    const value = Object.hasOwn(values, wire) ? values[wire] : undefined;
    const at = place(wire);
    const fault = presenceFault(field, value) ?? lengthFault(field, value) ?? blankFault(field, value, at);
    if (fault) findings.push({ ...at, ...fault });
    else if (value !== undefined) target[field.property] = nested(field, value, at, findings);
  }
  const all = [...findings, ...failedChecks(target, fields, place, findings)].slice(0, mostFindings);
  if (all.length === 0) reviveInstants(target, fields);
  return { input: target, findings: all };
}

function unknownFields(values: Values, fields: Map<string, Field>, place: Place): Finding[] {
  const known = [...fields.values()].map(({ property }) => snake(property));
  return Object.keys(values)
    .filter((wire) => !known.includes(wire))
    .slice(0, mostFindings)
    .map((wire) => {
      const at = place(wire.length > longestName ? `${wire.slice(0, longestName)}…` : wire);
      return { ...at, code: 'unknown_field', detail: unknownOf(wire, known, at) };
    });
}

/** Checked RFC 3339 text becomes a Date. */
function reviveInstants(target: Values, fields: Map<string, Field>): void {
  for (const { property, schema } of fields.values())
    if (schema.format === 'date-time' && typeof target[property] === 'string')
      target[property] = instantOf(target[property]);
}

function presenceFault(field: Field, value: unknown): Pick<Finding, 'code' | 'detail'> | undefined {
  if (value === undefined && !field.optional) return { code: 'required', detail: requiredOf(field) };
  if (value === null && !field.nullable && Object.keys(field.schema).length > 0)
    return { code: 'not_nullable', detail: notNullOf(field) };
  return undefined;
}

function lengthFault(field: Field, value: unknown): Pick<Finding, 'code' | 'detail'> | undefined {
  const most = field.schema.maxItems as number | undefined;
  if (most === undefined || !Array.isArray(value) || value.length <= most) return undefined;
  return { code: 'too_many', detail: tooManyOf(field, value.length) };
}

/** White space, and the two characters of no width that Unicode does not count to it. */
const blank = /^[\p{White_Space}\u200B\uFEFF]+$/u;

function blankFault({ visible, schema }: Field, value: unknown, at: ReturnType<Place>) {
  const isBlank = (text: unknown) => typeof text === 'string' && blank.test(text);
  const texts = schema.type === 'array' && Array.isArray(value) ? value : [value];
  if (at.pointer === undefined || !visible || !texts.some(isBlank)) return undefined;
  return { code: 'blank', detail: 'A text needs at least one character that is no white space.' };
}

function nested(field: Field, value: unknown, at: Pick<Finding, 'pointer'>, findings: Finding[]): unknown {
  if (!field.nested || value === null || typeof value !== 'object') return value;
  const parseOne = (item: unknown, pointer: string) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) {
      findings.push({ pointer, code: 'invalid_type', detail: objectOf(field.nested!) });
      return item;
    }
    const parsed = parseInput(field.nested!, item as Values, inBody(pointer));
    findings.push(...parsed.findings);
    return parsed.input;
  };
  if (!Array.isArray(value)) return field.schema.type === 'object' ? parseOne(value, at.pointer!) : value;
  if (field.schema.type !== 'array') return value;
  return value.map((item: unknown, index) =>
    findings.length < mostFindings ? parseOne(item, `${at.pointer}/${index}`) : item,
  );
}

function failedChecks(target: object, fields: Map<string, Field>, place: Place, known: Finding[]): Finding[] {
  const options = {
    stopAtFirstError: true,
    forbidUnknownValues: false,
    validationError: { target: false, value: false },
  };
  return validateSync(target, options)
    .filter((error) => fields.has(error.property))
    .map((error) => {
      const [name] = Object.keys(error.constraints ?? {});
      const field = fields.get(error.property)!;
      const at = place(snake(error.property));
      const value = (target as Values)[error.property];
      return { ...at, code: codes[name!] ?? 'invalid_format', detail: refusalOf(field, value, at) };
    })
    .filter((finding) => !known.some((other) => other.pointer !== undefined && other.pointer === finding.pointer));
}
