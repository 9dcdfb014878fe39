import { createHash } from 'node:crypto';
import { snake } from '@tandem/domain/core/wire-names';
import type { JsonSchema } from '@tandem/platform/view/kinds';

type SchemaByName = (name: string) => JsonSchema;

/**
 * A realistic value that the schema accepts: the example of the field, else one of its type. `wire` is its field.
 */
export function exampleOf(schema: JsonSchema, wire: string, byName: SchemaByName): unknown {
  const reported = schema.examples as unknown[] | undefined;
  if (reported && fits(reported[0], schema)) return reported[0];
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').pop()!;
    return exampleOf(byName(name), snake(name).slice(1), byName);
  }
  if (Array.isArray(schema.oneOf)) return exampleOf(schema.oneOf[0] as JsonSchema, wire, byName);
  return typesOf(schema).includes('null') ? null : byType(schema, wire, byName);
}

function byType(schema: JsonSchema, wire: string, byName: SchemaByName): unknown {
  switch (typesOf(schema)[0]) {
    case 'string':
      return textOf(schema, wire);
    case 'integer':
    case 'number':
      return Math.max(0, (schema.minimum as number | undefined) ?? 0);
    case 'boolean':
      return false;
    case 'array':
      return schema.items ? [exampleOf(schema.items as JsonSchema, wire, byName)] : [];
    default:
      return objectOf(schema, wire, byName);
  }
}

/** The id in a Task is the example of the field task_id elsewhere. */
function objectOf(schema: JsonSchema, owner: string, byName: SchemaByName): unknown {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return Object.fromEntries(
    fields.map(([wire, field]) => [wire, exampleOf(field, wire === 'id' ? `${owner}_id` : wire, byName)]),
  );
}

function textOf(schema: JsonSchema, wire: string): string {
  if (Array.isArray(schema.enum)) return String(schema.enum[0]);
  const formats: Record<string, string> = {
    uuid: exampleId(wire),
    date: '2026-12-01',
    'date-time': '2026-11-21T09:30:00.000Z',
    email: 'ada@example.com',
    uri: 'https://example.com',
  };
  const text = wire.charAt(0).toUpperCase() + wire.slice(1).replaceAll('_', ' ');
  return formats[schema.format as string] ?? text.padEnd((schema.minLength as number | undefined) ?? 0, '.');
}

export function exampleId(wire: string): string {
  const hex = createHash('sha256').update(wire).digest('hex');
  return `019ab1c2-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
}

const typesOf = ({ type }: JsonSchema): string[] => [type ?? []].flat() as string[];

/** Checks type, enum, pattern and lengths, but not members. */
export function fits(value: unknown, schema: JsonSchema): boolean {
  const types = typesOf(schema);
  if (types.length && !types.includes(typeOf(value))) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  return typeof value !== 'string' || textFits(value, schema);
}

function textFits(value: string, { pattern, maxLength = Infinity }: JsonSchema): boolean {
  return value.length <= (maxLength as number) && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
