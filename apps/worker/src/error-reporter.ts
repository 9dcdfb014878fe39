import { DomainError } from '@tandem/domain/core/errors';
import { marksOf } from '@tandem/domain/core/telemetry/marks';
import type { Logger } from '@tandem/platform/settings/logger';
import { isAway } from '@tandem/platform/postgres/database-errors';

const silenceMillis = 5000;
const lostRedis = /Connection is closed|Command timed out|Stream isn't writeable|max retries per request/i;

/** Work that fails through an outage is logged once until `Dependencies` knows of the outage, then not at all. */
export function errorReporter(logger: Logger, needed: { isAway: boolean }): (error: Error, useCase?: string) => void {
  let quietUntil = 0;
  const report = (error: Error, facts: object): void => {
    if (error instanceof AggregateError)
      return (error.errors as Error[]).forEach((one) => report(one, { ...facts, ...marksOf(one) }));
    if (!isOutage(error)) return logger.warn({ err: error, ...facts }, 'failed; will be retried');
    if (needed.isAway || performance.now() < quietUntil) return logger.debug(facts, error.message);
    quietUntil = performance.now() + silenceMillis;
    logger.warn(facts, `work is delayed and will be retried: ${error.message}`);
  };
  return (error, useCase) => report(error, { verb: useCase, ...marksOf(error) });
}

const isOutage = (error: Error) =>
  (error instanceof DomainError && error.kind === 'unavailable') || isAway(error) || lostRedis.test(error.message);
