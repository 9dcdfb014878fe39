import { nearest } from '@tandem/platform/inputs/nearest';
import { type Command, commands } from './commands.js';
import { table, UsageFault } from './print.js';

const invoked = 'npm run cli --';

/** Throws a UsageFault for an unknown command or unexpected arguments. */
export function commandOf(name: string, args: readonly string[] = []): Command {
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (command && (command.ways || !args.length)) return command;
  if (command) throw new UsageFault(`${name} accepts no arguments`);
  const nearestName = nearest(name, Object.keys(commands));
  throw new UsageFault(`there is no command ${name}${nearestName ? `; you may have meant ${nearestName}` : ''}`);
}

export function usage(name?: string): string {
  if (name === undefined) return `Usage: ${invoked} COMMAND\n\n${list()}`;
  const { ways = [''] } = commandOf(name);
  return ways.map((way, at) => `${at ? '      ' : 'Usage:'} ${invoked} ${name} ${way}`.trimEnd()).join('\n');
}

function list(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => ['', name, summary]);
  return table([...rows, ['', 'help', 'print this list, or the usage of a command: help keys']]);
}
