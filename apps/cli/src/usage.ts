import { nearest } from '@tandem/platform/inputs/nearest';
import { commands } from './commands.js';

const invoked = 'npm run cli --';
const known = (name: string) => (Object.hasOwn(commands, name) ? commands[name] : undefined);

/** The list of all commands, or how one of them is called. */
export function usage(name?: string): string {
  const command = name === undefined ? undefined : known(name);
  return command ? `${command.summary}\n\n${waysOf(name!)}` : `Usage: ${invoked} COMMAND\n\n${list()}`;
}

/** Why a call is none; undefined where it may be tried. */
export function faultOf([name = '', ...args]: readonly string[]): string | undefined {
  const command = known(name);
  if (command && !(args.length && !command.ways)) return undefined;
  if (command) return `${name} takes nothing behind it\n${waysOf(name)}`;
  const meant = nearest(name, Object.keys(commands));
  return `there is no command ${name}${meant ? `; perhaps ${meant} is meant` : ''}\n${usage()}`;
}

export function waysOf(name: string): string {
  const { ways = [''] } = commands[name]!;
  return ways.map((way, at) => `${at ? '      ' : 'Usage:'} ${invoked} ${name} ${way}`.trimEnd()).join('\n');
}

function list(): string {
  const names = [...Object.keys(commands), 'help'];
  const width = Math.max(...names.map((name) => name.length));
  const summaryOf = (name: string) => known(name)?.summary ?? 'print this list, or how a command is called: help keys';
  return names.map((name) => `  ${name.padEnd(width)}  ${summaryOf(name)}`).join('\n');
}
