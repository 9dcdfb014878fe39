import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** Compiles JSON Schema draft 2020-12 with formats; unknown keywords are ignored. */
export function jsonSchemas(options: Options = {}): Ajv2020 {
  const schemas = new Ajv2020({ allErrors: true, strict: false, verbose: true, ...options });
  formats.default(schemas);
  return schemas;
}
