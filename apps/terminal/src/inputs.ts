import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Interrupted, UsageFault } from './failures.js';

/** JSON given as text, `@file`, or `-` for standard input. */
export async function jsonFrom(given: string): Promise<unknown> {
  const source = await bytesFrom(given);
  try {
    return JSON.parse(source.toString()) as unknown;
  } catch (error) {
    throw new UsageFault(`--data is not JSON: ${(error as Error).message}`);
  }
}

/** Given as text, `@file`, or `-` for standard input. */
export async function bytesFrom(given: string): Promise<Buffer> {
  if (given === '-') return buffer(process.stdin);
  if (!given.startsWith('@')) return Buffer.from(given);
  return readFile(given.slice(1)).catch((error: Error) => {
    throw new UsageFault(`--data: ${error.message}`);
  });
}

/** Not shown as it is typed. */
export async function secretAskedFor(message: string, otherwise: string): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageFault(`there is no terminal to ask for it: use ${otherwise}`);
  // Loaded here, as it would slow down the start of every command.
  const { isCancel, password } = await import('@clack/prompts');
  const end = new AbortController();
  // Ctrl-D closes the input, and the prompt would wait for ever.
  process.once('beforeExit', () => end.abort());
  const given = await password({ message, signal: end.signal });
  if (isCancel(given)) throw new Interrupted();
  return given.trim();
}

/** For options that take a list, as `a,b` or repeated. */
export const listed = (text: string, former: readonly string[] = []): string[] => [...former, ...text.split(',')];
