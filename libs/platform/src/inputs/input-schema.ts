import { type JsonSchema, orNull } from '../view/kinds.js';
import { snake } from '@tandem/domain/core/wire-names';
import { type Field, fieldsOf } from './inputs.js';

export function fieldSchema(field: Field): JsonSchema {
  const schema = field.nested ? nestedSchema(field.schema, field.nested) : field.schema;
  const reported = {
    ...schema,
    ...(field.description ? { description: sentence(field.description) } : {}),
    ...(field.example === undefined ? {} : { examples: [field.example] }),
  };
  return field.nullable ? orNull(reported) : reported;
}

export function objectSchema(fields: readonly Field[]): JsonSchema {
  const required = fields.filter(({ optional }) => !optional).map(({ property }) => snake(property));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [snake(field.property), fieldSchema(inBody(field))])),
    ...(required.length ? { required } : {}),
    additionalProperties: false,
  };
}

/** Blank text is rejected in bodies, not in parameters. */
function inBody(field: Field): Field {
  if (!field.visible) return field;
  const { items, ...schema } = field.schema;
  const pattern = '\\S';
  return { ...field, schema: items ? { ...schema, items: { ...items, pattern } } : { ...schema, pattern } };
}

function nestedSchema(schema: JsonSchema, input: new () => object): JsonSchema {
  const inner = objectSchema([...fieldsOf(input).values()]);
  return schema.type === 'array' ? { ...schema, items: inner } : { ...schema, ...inner };
}

export function sentence(text: string): string {
  const capitalized = /^[a-z]+_/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}
