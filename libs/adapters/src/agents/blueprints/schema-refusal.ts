import type { ErrorObject } from 'ajv';
import * as words from '@tandem/platform/inputs/inputs-words';

type Words = (error: ErrorObject) => string;

/** Why a JSON schema refuses a value, worded like the refusals of the API's own fields. */
export function schemaRefusal(error: ErrorObject, place: string): string {
  const said = Object.hasOwn(wordsOf, error.keyword)
    ? wordsOf[error.keyword]!(error)
    : (error.message ?? 'does not fit');
  return `${place} ${said.replace('NOT', 'not')}.`;
}

const json = (value: unknown) => JSON.stringify(value);

const wordsOf: Record<string, Words> = {
  required: () => 'is required',
  additionalProperties: ({ parentSchema }) => `is no field; there are ${namesIn(parentSchema) || 'none'}`,
  type: ({ params }) => `must be ${words.orList([params.type as string].flat().map((type) => types[type] ?? type))}`,
  enum: ({ params }) => `must be one of ${(params.allowedValues as unknown[]).map(json).join(', ')}`,
  const: ({ params }) => `must be ${json(params.allowedValue)}`,
  format: ({ params }) => `must be ${formats[params.format as string] ?? `text of the format ${params.format}`}`,
  // Not the pattern itself: the schema may have a description or an example for people.
  pattern: ({ parentSchema }) => `must be ${describedBy(parentSchema)}`,
};

const types: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const formats: Record<string, string> = {
  uuid: words.uuid,
  date: words.date,
  'date-time': words.instant,
  email: words.email,
  uri: 'a web address such as https://example.com/path',
};

const namesIn = (schema: ErrorObject['parentSchema']) => Object.keys((schema?.properties ?? {}) as object).join(', ');

function describedBy(schema: ErrorObject['parentSchema']): string {
  const { description, examples } = (schema ?? {}) as { description?: string; examples?: unknown[] };
  const example = examples?.length ? ` such as ${json(examples[0])}` : '';
  return `${description ?? 'text as the input_schema of the blueprint describes it (GET /api/v1/agents)'}${example}`;
}
