import { DomainError } from '../../core/errors.js';
import type { FeedBounds } from './event-feed.port.js';

/** The sequence after which a stream begins: the given one, else the newest. Throws if it cannot continue there. */
export function startOf(afterSequence: number | undefined, { newest, oldest }: FeedBounds): number {
  if (afterSequence === undefined) return newest;
  if (afterSequence > newest)
    throw new DomainError('malformed', 'unknown_sequence', `The newest event has the sequence ${newest}.`, {
      members: { newest_sequence: newest },
    });
  const first = oldest ?? newest + 1;
  if (afterSequence < first - 1)
    throw new DomainError('gone', 'sequence_expired', `The oldest event that is kept has the sequence ${first}.`, {
      members: { oldest_sequence: first },
    });
  return afterSequence;
}
