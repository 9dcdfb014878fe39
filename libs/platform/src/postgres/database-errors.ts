import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseError } from 'pg';
import { conflict, DomainError, missing, unavailable } from '@tandem/domain/core/errors';

type PostgresError = Partial<DatabaseError>;

/**
 * SQLSTATEs that mean "not now": the classes of connections, resources and the operator's doing; a server that is read-only, as after
 * a failover; and a transaction whose process stood still for too long.
 */
const away = /^(?:08...|53...|57...|58...|25006|25P03|25P04)$/;
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'ENOENT']);
const lost = /timeout|terminated|Connection ended|not queryable|server closed/i;

/**
 * The server has a statement no longer as it was prepared: its rows have other columns now, or it is gone. `routine`, a name in the
 * server's source, tells apart what one code can mean, in whatever language the message is.
 */
export const isStale = (error: unknown): boolean => {
  const { code, routine } = error as PostgresError;
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
};

const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as PostgresError).code ?? '') || isStale(error);

/** Thrown in a transaction that has to begin again, with none of its locks. */
export const overtaken = () =>
  Object.assign(new Error('the record changed while it was waited for'), { code: '40001' });

/** True when the connection is no longer of use. */
export const isAway = (error: unknown): boolean => {
  const { code = '', message = '' } = error as PostgresError;
  return away.test(code) || network.has(code) || (code === '' && lost.test(message));
};

/**
 * What a database error means to the caller. A foreign key `table_column_fkey` becomes a fault at `/column`;
 * a unique constraint `table_meaning_key` becomes the conflict `meaning_taken`.
 */
export function translate(error: unknown): unknown {
  const { code, constraint = '', table = '' } = error as PostgresError;
  if (error instanceof DomainError) return error;
  if (isAway(error)) return unavailable();
  const name = constraint.replace(`${table}_`, '');
  if (code === '23503') return missing(name.replace(/_fkey$/, ''));
  if (code !== '23505') return error;
  const meaning = name.replace(/_key$/, '');
  return conflict(`${meaning}_taken`, `Another record already has this ${meaning.replaceAll('_', ' ')}.`);
}

const maxRetries = 3;

/** Tries again after a deadlock or a serialization failure, where others were only faster, and what was prepared before the tables changed. */
export async function persistently<T>(work: (until: number) => Promise<T>, maxMillis: number): Promise<T> {
  const until = Date.now() + maxMillis;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(until);
    } catch (error) {
      if (!isRetryable(error)) throw translate(error);
      if (attempt > maxRetries || Date.now() > until) throw unavailable('Others are writing the same records now.');
      await pause(Math.random() * 20 * attempt);
    }
  }
}
