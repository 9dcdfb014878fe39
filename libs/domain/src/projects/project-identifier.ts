import { conflict } from '../core/errors.js';

const lastNumber = 99;

export const identifierTaken = (identifier: string) =>
  conflict('identifier_taken', `The identifier ${identifier} belongs to another project, or did.`);

export function identifierStem(name: string): string {
  const words =
    name
      .toUpperCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Z0-9]+/g) ?? [];
  const stem = words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? '');
  const letters = stem.replace(/^[0-9]+/, '').slice(0, words.length > 1 ? 5 : 4);
  return letters || 'P';
}

/** The stem, with the first number that makes it unique among current and former identifiers if necessary. */
export function freeIdentifier(stem: string, taken: ReadonlySet<string>): string {
  const numbered = Array.from({ length: lastNumber - 1 }, (_, index) => `${stem}${index + 2}`);
  const free = [stem, ...numbered].find((candidate) => !taken.has(candidate));
  if (free === undefined)
    throw conflict('identifier_taken', 'No identifier could be derived from the name; choose one.');
  return free;
}
