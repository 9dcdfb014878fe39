import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageFault } from './failures.js';

/** Of JSON, `@file` or `-` for standard input. */
export async function jsonFrom(given: string): Promise<unknown> {
  const source = await sourceOf(given);
  try {
    return JSON.parse(source) as unknown;
  } catch (error) {
    throw new UsageFault(`--data is not JSON: ${(error as Error).message}`);
  }
}

async function sourceOf(given: string): Promise<string> {
  if (given === '-') return text(process.stdin);
  if (!given.startsWith('@')) return given;
  return readFile(given.slice(1), 'utf8').catch((error: Error) => {
    throw new UsageFault(`--data: ${error.message}`);
  });
}
