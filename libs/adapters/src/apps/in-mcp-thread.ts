import { Worker } from 'node:worker_threads';
import type { ProbeFault } from '@tandem/domain/apps/probe-result';
import type { McpOrder } from './mcp-thread.js';

/** Memory enough for the longest list of tools that a server may have. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Always the built file, even where tests run from the sources: a thread cannot load TypeScript. */
const entry = new URL('../../dist/apps/mcp-thread.js', import.meta.url);

/**
 * Talks with a server in a thread of its own, since its answer may take long to parse: the process goes on meanwhile, and ends the
 * thread when its time is over.
 */
export async function inMcpThread<T>(
  workerData: McpOrder,
  { millis, signal }: { millis: number; signal?: AbortSignal },
): Promise<T | { fault: ProbeFault }> {
  signal?.throwIfAborted();
  const thread = new Worker(entry, { workerData, resourceLimits, execArgv: [] });
  let timer: NodeJS.Timeout | undefined;
  let stop = () => undefined as void;
  try {
    return await new Promise<T | { fault: ProbeFault }>((resolve, reject) => {
      timer = setTimeout(() => resolve({ fault: 'timeout' }), millis);
      stop = () => reject(signal!.reason as Error);
      signal?.addEventListener('abort', stop);
      let hasBegun = false;
      thread.on('message', (message: string) => {
        if (message === 'begun') hasBegun = true;
        else resolve(JSON.parse(message) as T);
      });
      // Once the thread reads, only the server's answer can end it, by taking too much memory or stack.
      thread.on('error', (error) => (hasBegun ? resolve({ fault: 'invalid_response' }) : reject(error)));
      thread.on('exit', () => resolve({ fault: 'invalid_response' }));
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    void thread.terminate();
  }
}
