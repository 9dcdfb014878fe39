import { setImmediate as othersTurn } from 'node:timers/promises';
import { mustHold } from '../core/errors.js';
import { openScope } from '../core/scope.js';
import { extractReferences, type Surroundings } from './extract-references.js';
import { prosePieces } from './prose.js';
import { WordCount } from './word-count.js';

/** Markdown with what was read out of it. */
export interface NoteBody {
  text: string;
  wordCount: number;
  references: readonly string[];
}

export const longestBodyBytes = 1024 * 1024;
/** Different references of one note that count; what comes after them is text. */
export const mostReferences = 10_000;

const longestTurnMillis = 2;

/** Reads a body, letting others have their turn every few milliseconds. */
export async function readBody(text: string, ownUrls: readonly string[]): Promise<NoteBody> {
  mustHold(Buffer.byteLength(text) <= longestBodyBytes, 'body', 'too_long', 'body must not be larger than 1 MiB.');
  const surroundings = { ownUrls, country: openScope()?.country ?? null };
  const references = new Set<string>();
  let wordCount = 0;
  let turnEnds = performance.now() + longestTurnMillis;
  for (const step of readingSteps(text, surroundings)) {
    if (typeof step === 'number') wordCount += step;
    else for (const reference of step) if (references.size < mostReferences) references.add(reference);
    if (performance.now() < turnEnds) continue;
    await othersTurn();
    turnEnds = performance.now() + longestTurnMillis;
  }
  return { text, wordCount, references: [...references] };
}

/** Words or references of one bounded stretch after the other; a stretch of code has none. */
export function* readingSteps(text: string, surroundings: Surroundings): Generator<number | string[]> {
  const words = new WordCount();
  for (const { text: prose, plain } of prosePieces(text)) {
    yield 0;
    yield* words.add(prose);
    yield* extractReferences(plain, surroundings);
  }
  yield* words.rest();
}
