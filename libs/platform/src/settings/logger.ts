import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';
import { Log } from '@tandem/domain/core/telemetry/log';
import type { Settings } from './settings.js';

export type { Logger } from 'pino';

const flushMillis = 200;
const standardOutput = 1;

/** Of a request only its id comes from the caller; no statement values are logged. `marks` are added to each line. */
export function makeLogger(
  { LOG_LEVEL, LOG_FORMAT }: Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT'>,
  name: string,
  marks?: () => object,
): Logger {
  const isText = LOG_FORMAT === 'text' || (LOG_FORMAT === 'auto' && isatty(standardOutput));
  const options = { level: LOG_LEVEL, name, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeError } };
  const redact = { paths: secretPaths, censor: '[masked]' };
  // Pino mutates the object it receives.
  const marking = marks && { mixin: () => ({ ...marks() }) };
  return pino({ ...options, ...marking, redact }, isText ? forPeople() : forMachines());
}

export class ProcessLog extends Log {
  constructor(private readonly logger: Logger) {
    super();
  }

  override write(level: 'debug' | 'info' | 'error', text: string, facts: object = {}): void {
    this.logger[level](facts, text);
  }
}

function forMachines(): DestinationStream {
  const destination = pino.destination({ dest: standardOutput, sync: false, minLength: 8192 });
  setInterval(() => destination.flush(), flushMillis).unref();
  return destination;
}

/** `[09:30:01] INFO (api): GET /tasks 200 3.4 ms`. */
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

/** Never includes the parameters of a failed statement. */
function describeError(error: Error & { code?: string }): object {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack };
}
