import type { Finding } from '../../core/errors.js';
import type { JsonSchema } from '../blueprint.js';

/** Validates against JSON Schema 2020-12. */
export abstract class SchemaCheck {
  /** All faults of a value, with pointers below `at` (such as `/input`). */
  abstract findings(schema: JsonSchema, value: unknown, at: string): Finding[];
}
