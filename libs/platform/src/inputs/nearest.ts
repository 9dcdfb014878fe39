import { closestMatch } from 'leven';

const maxWordLength = 40;

/** The known word within `maxEdits` letters that differs least; undefined if there is none. */
export function nearest(word: string, known: readonly string[], maxEdits = maxEditsFor(word)): string | undefined {
  return word.length > maxWordLength ? undefined : closestMatch(word, [...known], { maxDistance: maxEdits });
}

/** One edit in three letters, but two in a short word: swapped letters count as two. */
const maxEditsFor = ({ length }: string) => (length < 4 ? 1 : Math.max(2, Math.floor(length / 3)));
