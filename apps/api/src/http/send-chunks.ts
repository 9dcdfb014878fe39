import { once } from 'node:events';
import type { Response } from 'express';
import type { Logger } from '@tandem/platform/settings/logger';
import type { Rendering } from './render-response.js';

const silenceMillis = 30_000;
/** The unit of progress: of a longer chunk, Node does not tell how much has left. */
const pieceBytes = 16_384;

/**
 * Sends a body as fast as it is read, and only its headers for HEAD. After a failure the last chunk is missing: the
 * client cannot take the body for complete. It is also cut off once nothing has left for 30 s.
 */
export async function sendChunks(
  response: Response,
  { status, headers, stream }: Rendering,
  logger: Logger,
): Promise<void> {
  const { chunks, cut } = stream!;
  const closed = new AbortController();
  cut?.addEventListener('abort', () => response.destroy());
  response.once('close', () => closed.abort());
  response.status(status).set(headers);
  if (response.destroyed || response.req.method === 'HEAD') closed.abort();
  else response.flushHeaders();
  try {
    // Begun even if nobody listens any more: its producer then releases what it holds.
    for await (const chunk of chunks(closed.signal)) {
      if (closed.signal.aborted) break;
      for (const piece of piecesOf(chunk)) if (!response.write(piece)) await drained(response, closed.signal);
    }
    response.end();
  } catch (error) {
    if (!closed.signal.aborted) logger.error({ err: error }, 'a response could not be completed');
    response.destroy();
  }
}

function* piecesOf(chunk: string | Buffer): Generator<Buffer> {
  const bytes = Buffer.from(chunk);
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function drained(response: Response, closed: AbortSignal): Promise<void> {
  const timer = setTimeout(() => response.destroy(), silenceMillis);
  await once(response, 'drain', { signal: closed }).finally(() => clearTimeout(timer));
}
