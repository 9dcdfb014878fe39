import { type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on standard output; nothing that a caller sent but the path, no headers, no bodies, no SQL values. */
export function makeLogger(level: string, name: string): Logger {
  return pino(
    {
      level,
      name,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: ['*.authorization', '*.key', '*.secret', '*.token', '*.password'], censor: '[masked]' },
      serializers: { err: describeError },
    },
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/** Name, code, message and stack: never the parameters of a failed statement. */
function describeError(error: Error & { code?: string }): object {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack };
}
