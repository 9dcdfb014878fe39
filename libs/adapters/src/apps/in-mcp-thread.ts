import { Worker } from 'node:worker_threads';
import type { ProbeFault } from '@tandem/domain/apps/probe-result';
import type { McpOrder } from './mcp-thread.js';

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** The built file, even in tests: a thread cannot load TypeScript. */
const entry = new URL('../../dist/apps/mcp-thread.js', import.meta.url);

/** Keeps the parsing of long responses off the main thread, which terminates this one after `millis`. */
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
      let hasStarted = false;
      thread.on('message', (message: string) => {
        if (message === 'begun') hasStarted = true;
        else resolve(JSON.parse(message) as T);
      });
      // After the start only a response that exhausts memory or stack can crash the thread.
      thread.on('error', (error) => (hasStarted ? resolve({ fault: 'invalid_response' }) : reject(error)));
      thread.on('exit', () => resolve({ fault: 'invalid_response' }));
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    void thread.terminate();
  }
}
