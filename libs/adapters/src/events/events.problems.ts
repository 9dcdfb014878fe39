import { problemCodes } from '@tandem/platform/feature/problem-codes';

export const eventsProblems = problemCodes(`
unknown_sequence | 400 | Unknown sequence
  | The stream cannot continue after this sequence, because no event has reached it: newest_sequence is the last one.
  | Read the state you mirror again, then stream from newest_sequence.
sequence_expired | 410 | Sequence expired
  | Events after this sequence are no longer stored: oldest_sequence is the first one that is.
  | Read the state you mirror again, then stream without a position.
too_many_streams | 429 | Too many streams
  | The key or member has 50 open event streams, or its tenant 200: the maximum in one process of the API.
  | Share a stream, close unused streams, or retry after the time in Retry-After.
no_free_stream | 503 | No free stream
  | This process of the API serves its maximum of event streams, STREAMS_PER_PROCESS.
  | Retry after the time in Retry-After; the operator can raise the setting or add a process.
`);
