/** Where work tells what an operator may have to look into. It is heard in apps that work without being asked. */
export class Log {
  tell(_level: 'debug' | 'info' | 'error', _text: string, _facts: object = {}): void {}
}
