import type { ErrorObject, ValidateFunction } from 'ajv';
import { SchemaCheck } from '@tandem/domain/agents/blueprints/schema-check.port';
import { needing } from '@tandem/domain/core/use-case';
import type { Finding } from '@tandem/domain/core/errors';
import { jsonSchemas } from './json-schemas.js';
import { schemaRefusal } from './schema-refusal.js';

export class AjvSchemaCheck extends needing({}, SchemaCheck) {
  private readonly ajv = jsonSchemas();
  private readonly compiled = new WeakMap<object, ValidateFunction>();

  findings(schema: object, value: unknown, at: string): Finding[] {
    const validate = this.compiled.get(schema) ?? this.ajv.compile(schema);
    this.compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => finding(error, at));
  }
}

function finding(error: ErrorObject, at: string): Finding {
  const { instancePath, keyword, params } = error;
  const member = (params.missingProperty ?? params.additionalProperty) as string | undefined;
  const pointer =
    at + instancePath + (member === undefined ? '' : `/${member.replace(/~/g, '~0').replace(/\//g, '~1')}`);
  return { pointer, code: codes[keyword] ?? 'invalid_value', detail: schemaRefusal(error, pointer || 'The value') };
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
