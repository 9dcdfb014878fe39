import { setImmediate as othersTurn } from 'node:timers/promises';
import { invalid } from '../core/errors.js';
import { countWords } from './count-words.js';
import { extractReferences } from './extract-references.js';
import type { OwnAddress } from './own-address.port.js';
import { prosePieces } from './prose.js';

/** Markdown with what was read out of it. */
export interface NoteBody {
  text: string;
  wordCount: number;
  references: readonly string[];
}

export const longestBodyBytes = 1024 * 1024;
/** Different references of one note that count; what comes after them is text. */
export const mostReferences = 5000;

const longestTurnMillis = 5;

/** Reads a body, letting others have their turn every few milliseconds: so it is done before the rule and the transaction that take it. */
export async function readBody(text: string, address: OwnAddress): Promise<NoteBody> {
  if (Buffer.byteLength(text) > longestBodyBytes)
    throw invalid([{ pointer: '/body', code: 'too_long', detail: 'body must not be larger than 1 MiB.' }]);
  const references = new Set<string>();
  let wordCount = 0;
  let turnEnds = performance.now() + longestTurnMillis;
  for (const step of steps(text, address)) {
    if (typeof step === 'number') wordCount += step;
    else for (const reference of step) if (references.size < mostReferences) references.add(reference);
    if (performance.now() < turnEnds) continue;
    await othersTurn();
    turnEnds = performance.now() + longestTurnMillis;
  }
  return { text, wordCount, references: [...references] };
}

/** Words or references of one bounded stretch after the other. */
function* steps(text: string, { urls }: OwnAddress): Generator<number | Iterable<string>> {
  for (const { text: prose, plain } of prosePieces(text)) {
    yield* countWords(prose);
    yield extractReferences(plain, urls);
  }
}
