import { setImmediate as othersTurn } from 'node:timers/promises';
import { mustHold } from '../core/errors.js';
import { openScope } from '../core/scope.js';
import { extractReferences, type TextOrigin } from './extract-references.js';
import { prosePieces } from './prose.js';
import { ReadingBudget } from './reading-budget.js';
import { WordCount } from './word-count.js';

export interface NoteBody {
  text: string;
  wordCount: number;
  references: readonly string[];
}

export const maxBodyBytes = 1024 * 1024;
export const maxReferences = 10_000;

const maxSliceMillis = 2;

/** Pauses every few milliseconds; throws if the caller no longer needs the result. */
export async function readBody(text: string, ownUrls: readonly string[]): Promise<NoteBody> {
  mustHold(Buffer.byteLength(text) <= maxBodyBytes, 'body', 'too_long', 'body must not be larger than 1 MiB.');
  const { country = null, mustGoOn } = openScope() ?? {};
  const origin = { ownUrls, country, budget: new ReadingBudget() };
  const references = new Set<string>();
  let wordCount = 0;
  mustGoOn?.();
  let sliceEndsAt = performance.now() + maxSliceMillis;
  for (const step of readingSteps(text, origin)) {
    if (typeof step === 'number') wordCount += step;
    else for (const reference of step) if (references.size < maxReferences) references.add(reference);
    if (performance.now() < sliceEndsAt) continue;
    await othersTurn();
    mustGoOn?.();
    sliceEndsAt = performance.now() + maxSliceMillis;
  }
  return { text, wordCount, references: [...references] };
}

/** Yields word counts and lists of references of bounded parts; 0 for a part without any. */
export function* readingSteps(text: string, origin: TextOrigin): Generator<number | string[]> {
  const words = new WordCount();
  for (const { text: prose, plain } of prosePieces(text)) {
    yield 0;
    yield* words.add(prose);
    yield* extractReferences(plain, origin);
  }
  yield* words.rest();
}
