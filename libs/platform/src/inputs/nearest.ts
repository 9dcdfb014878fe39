import { closestMatch } from 'leven';

const longest = 40;

/** The word that was probably meant, at most so many slips of the pen away; undefined where none is that near. */
export function nearest(word: string, known: readonly string[], most = mostFor(word)): string | undefined {
  return word.length > longest ? undefined : closestMatch(word, [...known], { maxDistance: most });
}

/** One in three letters, but two in a short word: letters in the wrong order are two. */
const mostFor = ({ length }: string) => (length < 4 ? 1 : Math.max(2, Math.floor(length / 3)));
