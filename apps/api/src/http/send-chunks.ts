import { once } from 'node:events';
import type { Response } from 'express';
import type { Logger } from '@tandem/platform/settings/logger';
import type { Rendering } from './render-response.js';

const silenceMillis = 30_000;

/**
 * Sends a body as fast as it is read, and only its headers for HEAD. After a failure the last chunk is missing: the
 * client cannot take the body for complete. It is also cut off once no byte has left for 30 s.
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
  response.setTimeout(silenceMillis, () => response.destroy());
  response.status(status).set(headers);
  if (response.destroyed || response.req.method === 'HEAD') closed.abort();
  else response.flushHeaders();
  try {
    // Begun even if nobody listens any more: its producer then releases what it holds.
    for await (const chunk of chunks(closed.signal)) {
      if (closed.signal.aborted) break;
      if (!response.write(chunk)) await once(response, 'drain', { signal: closed.signal });
    }
    response.end();
  } catch (error) {
    if (!closed.signal.aborted) logger.error({ err: error }, 'a response could not be completed');
    response.destroy();
  }
}
