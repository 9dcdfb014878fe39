export abstract class StreamTerms {
  /** Streams that one process serves at once. */
  abstract readonly perProcess: number;
}
