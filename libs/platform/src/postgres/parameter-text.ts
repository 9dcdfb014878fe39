import utils from 'pg/lib/utils.js';
import { writtenInstant } from '../view/written-instant.js';

/**
 * A value as PostgreSQL reads it. The driver itself would write an instant in the time zone of the process, which takes several times
 * as long.
 */
export const parameterText = (value: unknown): unknown =>
  value instanceof Date && isNameable(value) ? writtenInstant(value) : utils.prepareValue(value);

/** In the years that RFC 3339 has names for; PostgreSQL knows others too. */
const isNameable = (at: Date) => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999;
