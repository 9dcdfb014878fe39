import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { writtenInstant } from '../view/written-instant.js';

// Local times of long ago differ from UTC by odd seconds, which the driver would leave out.
pg.defaults.parseInputDatesAsUTC = true;

/** A value as PostgreSQL reads it. For an instant the driver itself takes several times as long. */
export const parameterText = (value: unknown): unknown =>
  value instanceof Date && hasFourDigits(value) ? writtenInstant(value) : utils.prepareValue(value);

/** Other years PostgreSQL names in its own way. */
const hasFourDigits = (at: Date) => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999;
