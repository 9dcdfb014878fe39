import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';
import { Log } from '@tandem/domain/core/telemetry/log';
import type { Settings } from './settings.js';

export type { Logger } from 'pino';

const flushMillis = 200;
const standardOutput = 1;

/**
 * Logs to standard output: lines for people on a terminal, JSON elsewhere. Of a request nothing is logged that the caller made up
 * but its id: no address, headers or body, no values of statements. `marks` are asked for each line, and stand in it.
 */
export function makeLogger(
  { LOG_LEVEL, LOG_FORMAT }: Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT'>,
  name: string,
  marks?: () => object,
): Logger {
  const isText = LOG_FORMAT === 'text' || (LOG_FORMAT === 'auto' && isatty(standardOutput));
  const options = { level: LOG_LEVEL, name, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeError } };
  const redact = { paths: secretPaths, censor: '[masked]' };
  // Pino adds to what it is given here.
  const marking = marks && { mixin: () => ({ ...marks() }) };
  return pino({ ...options, ...marking, redact }, isText ? forPeople() : forMachines());
}

/** What work tells, in the log of its process. */
export class ProcessLog extends Log {
  constructor(private readonly logger: Logger) {
    super();
  }

  override tell(level: 'debug' | 'info' | 'error', text: string, facts: object = {}): void {
    this.logger[level](facts, text);
  }
}

/** Lines are written several at once. */
function forMachines(): DestinationStream {
  const destination = pino.destination({ dest: standardOutput, sync: false, minLength: 8192 });
  setInterval(() => destination.flush(), flushMillis).unref();
  return destination;
}

/** Such as `[09:30:01] INFO (api): GET /tasks 200 3.4 ms`. */
function forPeople(): DestinationStream {
  return pretty({
    destination: standardOutput,
    sync: true,
    colorize: isatty(standardOutput),
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,method,route,status,ms',
    messageFormat: ({ msg, method, route, status, ms }) =>
      typeof msg === 'string' ? msg : `${[method, route, status, ms].join(' ')} ms`,
    singleLine: true,
  });
}

const secretPaths = ['*.authorization', '*.key', '*.secret', '*.token', '*.password'];

/** Name, code, message and stack: never the parameters of a failed statement. */
function describeError(error: Error & { code?: string }): object {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack };
}
