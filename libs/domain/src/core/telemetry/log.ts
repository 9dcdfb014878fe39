/** Where work tells what an operator may have to look into. Does nothing unless the process binds one that writes; the worker does. */
export class Log {
  tell(_level: 'debug' | 'info' | 'error', _text: string, _facts: object = {}): void {}
}
