/** A body that is sent while it is produced, a chunk at a time. */
export type Chunks = AsyncIterable<string | Buffer>;

/** The result of a use case whose response has no known end. What fails in `run` is still reported as a problem. */
export class Streamed {
  constructor(
    /** Aborted once the client is gone. A failure cuts the response off, so that it is not taken for complete. */
    readonly chunks: (closed: AbortSignal) => Chunks,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Aborted to disconnect a client that does not read: `chunks` is not resumed before it does. */
    readonly cut?: AbortSignal,
  ) {}
}
