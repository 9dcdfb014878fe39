import type { ErrorObject } from 'ajv';
import type { Finding } from '@tandem/domain/core/errors';
import { pointerPart } from '@tandem/domain/core/json-pointer';
import * as texts from '@tandem/platform/inputs/inputs-texts';

type Describe = (error: ErrorObject) => string;

/** The error of a value at or below `at`, in the codes and words of the API's own fields. */
export function schemaFinding(error: ErrorObject, at: string): Finding {
  const { instancePath, keyword, params, message: ajvMessage = 'does not fit' } = error;
  const member = (params.missingProperty ?? params.additionalProperty) as string | undefined;
  const pointer = at + instancePath + (member === undefined ? '' : `/${pointerPart(member)}`);
  const message = Object.hasOwn(descriptions, keyword) ? descriptions[keyword]!(error) : ajvMessage;
  const detail = `${pointer || 'The value'} ${message.replace('NOT', 'not')}.`;
  return { pointer, code: codes[keyword] ?? 'invalid_value', detail };
}

const codes: Record<string, string> = {
  required: 'required',
  additionalProperties: 'unknown_field',
  type: 'invalid_type',
  enum: 'not_allowed',
  const: 'not_allowed',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  format: 'invalid_format',
  pattern: 'invalid_format',
  minLength: 'invalid_length',
  maxLength: 'invalid_length',
  maxItems: 'too_many',
};

const json = (value: unknown) => JSON.stringify(value);

const descriptions: Record<string, Describe> = {
  required: () => 'is required',
  additionalProperties: ({ parentSchema }) => `is no field; there are ${namesIn(parentSchema) || 'none'}`,
  type: ({ params }) => `must be ${texts.orList([params.type as string].flat().map((type) => types[type] ?? type))}`,
  enum: ({ params }) => `must be one of ${(params.allowedValues as unknown[]).map(json).join(', ')}`,
  const: ({ params }) => `must be ${json(params.allowedValue)}`,
  format: ({ params }) => `must be ${formats[params.format as string] ?? `text of the format ${params.format}`}`,
  // The schema's description or example is more readable than the pattern.
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
  uuid: texts.uuid,
  date: texts.date,
  'date-time': texts.instant,
  email: texts.email,
  uri: 'a web address such as https://example.com/path',
};

const namesIn = (schema: ErrorObject['parentSchema']) => Object.keys((schema?.properties ?? {}) as object).join(', ');

function describedBy(schema: ErrorObject['parentSchema']): string {
  const { description, examples } = (schema ?? {}) as { description?: string; examples?: unknown[] };
  const example = examples?.length ? ` such as ${json(examples[0])}` : '';
  return `${description ?? 'text as the input_schema of the blueprint describes it (GET /api/v1/agents)'}${example}`;
}
