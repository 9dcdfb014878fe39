import type { Json } from './components.js';

interface Schema extends Json {
  type?: string | string[];
  enum?: unknown[];
}

/**
 * Gives each list of values a name, so that generated clients have one type for it: that of the first field with these
 * values: of responses, then of bodies, then of parameters. Lists of one value become constants.
 */
export function nameEnums(document: Json): Json {
  const components = document.components as { schemas: Record<string, Schema>; parameters?: Record<string, Json> };
  const names = new NamedEnums(components.schemas);
  const isRequest = ([name]: [string, Schema]) => Number(name.endsWith('Body'));
  const schemas = Object.entries(components.schemas).sort((one, other) => isRequest(one) - isRequest(other));
  for (const [name, schema] of schemas) names.inside(schema, name.replace(/Body$/, ''));
  const operations = Object.values(document.paths as Json).flatMap((methods) =>
    Object.values(methods as Json),
  ) as Json[];
  const isExport = ({ operationId }: Json) => Number((operationId as string).startsWith('export'));
  for (const operation of operations.sort((one, other) => isExport(one) - isExport(other)))
    names.ofOperation(operation);
  components.schemas = names.sorted();
  return document;
}

class NamedEnums {
  private readonly byValues = new Map<string, string>();

  constructor(private readonly schemas: Record<string, Schema>) {
    for (const [name, schema] of Object.entries(schemas)) if (schema.enum) this.byValues.set(keyOf(schema.enum), name);
  }

  sorted(): Record<string, Schema> {
    return Object.fromEntries(Object.entries(this.schemas).sort(([one], [other]) => one.localeCompare(other)));
  }

  ofOperation({ operationId, parameters = [], responses }: Json): void {
    const name = pascal(operationId as string);
    for (const { name: field, schema } of parameters as Json[])
      if (schema) this.name(schema as Schema, name + pascal(field as string));
    for (const { content = {} } of Object.values(responses as Record<string, Json>))
      for (const { schema } of Object.values(content as Record<string, Json>)) this.inside(schema as Schema, name);
  }

  /** Names what is inside a schema, itself left out. */
  inside(schema: Schema, name: string): void {
    for (const [field, inner] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
      this.name(inner, name + pascal(field));
    const { items, additionalProperties } = schema as Record<string, Schema | undefined>;
    for (const inner of [items, additionalProperties]) if (typeof inner === 'object') this.name(inner, name);
    for (const inner of ['oneOf', 'anyOf', 'allOf'].flatMap((form) => (schema[form] ?? []) as Schema[]))
      this.name(inner, name);
  }

  private name(schema: Schema, candidate: string): void {
    const { type, enum: values, ...rest } = schema;
    if (!values || type === undefined) return this.inside(schema, candidate);
    const shown = values.filter((value) => value !== null);
    const isNullable = shown.length < values.length;
    const $ref = `#/components/schemas/${this.of(shown, candidate)}`;
    delete schema.type;
    delete schema.enum;
    if (shown.length === 1 && !isNullable) Object.assign(schema, { type, const: shown[0] });
    else Object.assign(schema, rest, isNullable ? { oneOf: [{ $ref }, { type: 'null' }] } : { $ref });
  }

  private of(values: unknown[], candidate: string): string {
    const known = this.byValues.get(keyOf(values));
    if (known || values.length === 1) return known ?? '';
    let name = candidate;
    for (let number = 2; name in this.schemas; number++) name = candidate + number;
    this.schemas[name] = { type: 'string', enum: values };
    this.byValues.set(keyOf(values), name);
    return name;
  }
}

const keyOf = (values: unknown[]) => JSON.stringify([...values].sort());

const pascal = (name: string) => name.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
