import { folded } from './fold.js';

export const maxWordLength = 64;

/** A word of a text. Scripts without spaces have no words: their text is taken as overlapping pairs of characters. */
export interface Word {
  /** Folded, at most 64 characters. */
  text: string;
  kind: 'word' | 'pair' | 'single';
  /** In UTF-16 units of the original text. */
  at: number;
  length: number;
}

/** Words without a space between them, such as `ada@example.com`; each is one position after the previous one. */
export interface Chunk {
  words: Word[];
  /** Folded and with its punctuation; null for a single word. */
  whole: string | null;
  at: number;
  length: number;
}

const run = String.raw`[\p{L}\p{N}\p{M}]+`;
/** E-mail addresses, URLs, identifiers and words with hyphens. */
const chunks = new RegExp(String.raw`${run}(?:(?:[-._@'’+#&~%=?/\\]|:/{0,2}){1,3}${run})*`, 'gu');
const runs = new RegExp(run, 'gu');
const unspaced = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('');
const isUnspaced = new RegExp(`[${unspaced}]`, 'u');
const segments = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');
/** A character with the marks, voicing signs and jamo that NFKC composes it with. */
const characters = /[^](?:[\p{M}\uFF9E\uFF9F\u1160-\u11FF])*/gu;

/** The chunks of a text in their order. */
export function* chunksOf(text: string): Generator<Chunk> {
  for (const { 0: chunk, index: at } of text.matchAll(chunks)) {
    const words = [...wordsIn(chunk, at)];
    const isCompound = words.length > 1 && !isRun.test(chunk);
    yield { words, whole: isCompound ? cut(folded(chunk)) : null, at, length: chunk.length };
  }
}

const isRun = new RegExp(`^${run}$`, 'u');

function* wordsIn(chunk: string, start: number): Generator<Word> {
  for (const { 0: part, index } of chunk.matchAll(runs))
    if (!isUnspaced.test(part)) yield wordOf(part, start + index);
    else
      for (const { 0: segment, index: within } of part.matchAll(segments)) {
        const at = start + index + within;
        if (isUnspaced.test(segment)) yield* pairsOf(segment, at);
        else yield wordOf(segment, at);
      }
}

const wordOf = (text: string, at: number): Word => ({ text: cut(folded(text)), kind: 'word', at, length: text.length });

/** The pairs of neighbours, then the last character alone, so that it is found too. */
function* pairsOf(segment: string, start: number): Generator<Word> {
  const letters = [...segment.matchAll(characters)].flatMap(({ 0: character, index }) =>
    [...folded(character)].map((text) => ({ text, at: start + index, end: start + index + character.length })),
  );
  for (const [index, { text, at, end }] of letters.entries()) {
    const next = letters[index + 1];
    if (next) yield { text: text + next.text, kind: 'pair', at, length: next.end - at };
    else yield { text, kind: 'single', at, length: end - at };
  }
}

/** By code points, so that no surrogate is left alone. */
const cut = (text: string): string =>
  text.length <= maxWordLength ? text : [...text.slice(0, 2 * maxWordLength)].slice(0, maxWordLength).join('');

/** True for a text in a script that is taken in pairs. */
export const isInPairs = (text: string): boolean => isUnspaced.test(text);
