import { clock } from './clock.js';
import { dayMillis } from './durations.js';
import { notFound } from './errors.js';

const restorableMillis = 30 * dayMillis;

/** Throws not_found for a record deleted more than 30 days ago. */
export function mustBeRestorable({ deletedAt }: { deletedAt: Date | null }): void {
  if (deletedAt && deletedAt.getTime() < clock.millis() - restorableMillis) throw notFound();
}
