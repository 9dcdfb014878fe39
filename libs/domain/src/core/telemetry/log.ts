/** Log for operators. Does nothing unless the process binds an implementation; the worker does. */
export class Log {
  write(_level: 'debug' | 'info' | 'error', _text: string, _facts: object = {}): void {}
}
