import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseError } from 'pg';
import { conflict, DomainError, missing, unavailable } from '@tandem/domain/core/errors';

type PostgresError = Partial<DatabaseError>;

/** SQLSTATEs for "not now": connection, resources, operator, a read-only server after failover, idle timeout. */
const away = /^(?:08...|53...|57...|58...|25006|25P03|25P04)$/;
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH', 'ENOENT']);
const lost = /timeout|terminated|Connection ended|not queryable|server closed/i;

/** `routine`, a name in the server's source, distinguishes the meanings of one code in any language of the messages. */
export const isStale = (error: unknown): boolean => {
  const { code, routine } = error as PostgresError;
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
};

const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as PostgresError).code ?? '') || isStale(error);

/** Makes the transaction start again without its locks. */
export const overtaken = () =>
  Object.assign(new Error('the record changed while it was waited for'), { code: '40001' });

export const isAway = (error: unknown): boolean => {
  const { code = '', message = '' } = error as PostgresError;
  return away.test(code) || network.has(code) || (code === '' && lost.test(message));
};

/** A foreign key `table_column_fkey` becomes a fault at `/column`; `table_meaning_key` a conflict `meaning_taken`. */
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

/** Retries after a deadlock, a serialization failure or a stale statement. */
export async function withRetries<T>(work: (deadline: number) => Promise<T>, maxMillis: number): Promise<T> {
  const deadline = Date.now() + maxMillis;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(deadline);
    } catch (error) {
      if (!isRetryable(error)) throw translate(error);
      if (attempt > maxRetries || Date.now() > deadline) throw unavailable('Others are writing the same records now.');
      await pause(Math.random() * 20 * attempt);
    }
  }
}
