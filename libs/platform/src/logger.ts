import { type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger } from 'pino';

const flushMillis = 200;

/** JSON lines on standard output, written several at once; nothing that a caller sent but the path, no headers, no bodies, no SQL values. */
export function makeLogger(level: string, name: string): Logger {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096 });
  setInterval(() => destination.flush(), flushMillis).unref();
  const options = { level, name, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeError } };
  return pino({ ...options, redact: { paths: secretPaths, censor: '[masked]' } }, destination);
}

const secretPaths = ['*.authorization', '*.key', '*.secret', '*.token', '*.password'];

/** Name, code, message and stack: never the parameters of a failed statement. */
function describeError(error: Error & { code?: string }): object {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack };
}
