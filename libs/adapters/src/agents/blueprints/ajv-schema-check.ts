import type { ValidateFunction } from 'ajv';
import { SchemaCheck } from '@tandem/domain/agents/blueprints/schema-check.port';
import { uses } from '@tandem/domain/core/use-case';
import type { Finding } from '@tandem/domain/core/errors';
import { jsonSchemas } from './json-schemas.js';
import { schemaFinding } from './schema-finding.js';

export class AjvSchemaCheck extends uses({}, SchemaCheck) {
  private readonly ajv = jsonSchemas();
  private readonly compiled = new WeakMap<object, ValidateFunction>();

  findings(schema: object, value: unknown, at: string): Finding[] {
    const validate = this.compiled.get(schema) ?? this.ajv.compile(schema);
    this.compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => schemaFinding(error, at));
  }
}
